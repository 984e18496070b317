;; Put this into your init file.
(define-derived-mode mfaflow-mode prog-mode "mfaflow"
  "Flows of multi-factor authentication."
  (setq-local comment-start "# " comment-start-skip "#+ *" indent-tabs-mode nil))
(add-to-list 'auto-mode-alist '("/flows/.*\\.ya?ml\\'" . mfaflow-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((mfaflow-mode :language-id "yaml") . ("mfaflow" "lsp"))))
(add-hook 'mfaflow-mode-hook #'eglot-ensure)
