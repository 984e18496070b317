-- Put this into ~/.config/nvim/lsp/mfaflow.lua, and `vim.lsp.enable('mfaflow')` into init.lua.
return {
  cmd = { 'mfaflow', 'lsp' },
  filetypes = { 'yaml' },
  root_markers = { '.mfaflow.yaml', '.git' },
}
