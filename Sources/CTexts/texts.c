// SPDX-License-Identifier: Apache-2.0

#include "CTexts.h"

#include <string.h>

// A file of this repository: its path from the top, and its bytes with a zero behind them.
static const struct {
  const char *path;
  const unsigned char *bytes;
} texts[] = {
    {"Documentation/Glossary.md",
     (const unsigned char[]){
#embed "../../Documentation/Glossary.md" suffix(, 0)
     }},
    {"Documentation/Rules.md",
     (const unsigned char[]){
#embed "../../Documentation/Rules.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/1-first-flow.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/1-first-flow.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/2-code-branch.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/2-code-branch.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/3-threat.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/3-threat.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/4-session.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/4-session.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/5-variant.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/5-variant.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/6-proof.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/6-proof.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/7-scenario.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/7-scenario.md" suffix(, 0)
     }},
    {"Documentation/Tutorial/8-backend.md",
     (const unsigned char[]){
#embed "../../Documentation/Tutorial/8-backend.md" suffix(, 0)
     }},
    {"Examples/CI/github.yml",
     (const unsigned char[]){
#embed "../../Examples/CI/github.yml" suffix(, 0)
     }},
    {"Examples/CI/gitlab.yml",
     (const unsigned char[]){
#embed "../../Examples/CI/gitlab.yml" suffix(, 0)
     }},
    {"Examples/python-backend/probe.yaml",
     (const unsigned char[]){
#embed "../../Examples/python-backend/probe.yaml" suffix(, 0)
     }},
    {"Examples/python-backend/sdk.py",
     (const unsigned char[]){
#embed "../../Examples/python-backend/sdk.py" suffix(, 0)
     }},
    {"flows/activation.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/activation.scenarios.yaml" suffix(, 0)
     }},
    {"flows/activation.world.yaml",
     (const unsigned char[]){
#embed "../../flows/activation.world.yaml" suffix(, 0)
     }},
    {"flows/activation.yaml",
     (const unsigned char[]){
#embed "../../flows/activation.yaml" suffix(, 0)
     }},
    {"flows/additional-device.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/additional-device.scenarios.yaml" suffix(, 0)
     }},
    {"flows/additional-device.yaml",
     (const unsigned char[]){
#embed "../../flows/additional-device.yaml" suffix(, 0)
     }},
    {"flows/device-check.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/device-check.scenarios.yaml" suffix(, 0)
     }},
    {"flows/device-check.yaml",
     (const unsigned char[]){
#embed "../../flows/device-check.yaml" suffix(, 0)
     }},
    {"flows/forgotten-password.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/forgotten-password.scenarios.yaml" suffix(, 0)
     }},
    {"flows/forgotten-password.yaml",
     (const unsigned char[]){
#embed "../../flows/forgotten-password.yaml" suffix(, 0)
     }},
    {"flows/login.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/login.scenarios.yaml" suffix(, 0)
     }},
    {"flows/login.yaml",
     (const unsigned char[]){
#embed "../../flows/login.yaml" suffix(, 0)
     }},
    {"flows/notifications.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/notifications.scenarios.yaml" suffix(, 0)
     }},
    {"flows/notifications.yaml",
     (const unsigned char[]){
#embed "../../flows/notifications.yaml" suffix(, 0)
     }},
    {"flows/parts/at-sign-in.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/at-sign-in.yaml" suffix(, 0)
     }},
    {"flows/parts/device-name.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/device-name.yaml" suffix(, 0)
     }},
    {"flows/parts/ends.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/ends.yaml" suffix(, 0)
     }},
    {"flows/parts/enrolled.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/enrolled.yaml" suffix(, 0)
     }},
    {"flows/parts/enrolment.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/enrolment.yaml" suffix(, 0)
     }},
    {"flows/parts/forgotten.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/forgotten.yaml" suffix(, 0)
     }},
    {"flows/parts/identify.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/identify.yaml" suffix(, 0)
     }},
    {"flows/parts/known.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/known.yaml" suffix(, 0)
     }},
    {"flows/parts/new-device.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/new-device.yaml" suffix(, 0)
     }},
    {"flows/parts/new-password.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/new-password.yaml" suffix(, 0)
     }},
    {"flows/parts/password-expired.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/password-expired.yaml" suffix(, 0)
     }},
    {"flows/parts/renewed.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/renewed.yaml" suffix(, 0)
     }},
    {"flows/parts/session.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/session.yaml" suffix(, 0)
     }},
    {"flows/parts/signed-in.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/signed-in.yaml" suffix(, 0)
     }},
    {"flows/parts/suspended.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/suspended.yaml" suffix(, 0)
     }},
    {"flows/parts/threats.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/threats.yaml" suffix(, 0)
     }},
    {"flows/parts/verify-password.yaml",
     (const unsigned char[]){
#embed "../../flows/parts/verify-password.yaml" suffix(, 0)
     }},
    {"flows/password-update.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/password-update.scenarios.yaml" suffix(, 0)
     }},
    {"flows/password-update.yaml",
     (const unsigned char[]){
#embed "../../flows/password-update.yaml" suffix(, 0)
     }},
    {"flows/secure-login.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/secure-login.scenarios.yaml" suffix(, 0)
     }},
    {"flows/secure-login.yaml",
     (const unsigned char[]){
#embed "../../flows/secure-login.yaml" suffix(, 0)
     }},
    {"flows/sign-in.scenarios.yaml",
     (const unsigned char[]){
#embed "../../flows/sign-in.scenarios.yaml" suffix(, 0)
     }},
    {"flows/sign-in.yaml",
     (const unsigned char[]){
#embed "../../flows/sign-in.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/backend-README.md",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/backend-README.md" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/new-contract.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/new-contract.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/new-flow.scenarios.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/new-flow.scenarios.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/new-flow.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/new-flow.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/new-part.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/new-part.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/new-variant.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/new-variant.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/project-README.md",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/project-README.md" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/project-configuration.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/project-configuration.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/project-editorconfig",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/project-editorconfig" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/project-pre-commit.yaml",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/project-pre-commit.yaml" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/project-settings.json",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/project-settings.json" suffix(, 0)
     }},
    {"Sources/Guide/Handouts/sdk-swift.txt",
     (const unsigned char[]){
#embed "../../Sources/Guide/Handouts/sdk-swift.txt" suffix(, 0)
     }},
    {"Sources/FlowPages/Resources/page.css",
     (const unsigned char[]){
#embed "../../Sources/FlowPages/Resources/page.css" suffix(, 0)
     }},
    {"Sources/FlowPages/Resources/picture.js",
     (const unsigned char[]){
#embed "../../Sources/FlowPages/Resources/picture.js" suffix(, 0)
     }},
    {"Sources/FlowPages/Resources/page.js",
     (const unsigned char[]){
#embed "../../Sources/FlowPages/Resources/page.js" suffix(, 0)
     }},
};

const char *embedded_text(const char *path) {
  for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++)
    if (strcmp(texts[index].path, path) == 0) return (const char *)texts[index].bytes;
  return NULL;
}
