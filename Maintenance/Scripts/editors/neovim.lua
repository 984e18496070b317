-- SPDX-License-Identifier: Apache-2.0
-- Drives the language server from Neovim: what it shows, and what it does when it is told to.
local root = os.getenv('EDITOR_ROOT')
vim.lsp.config('mfaflow', dofile(os.getenv('EDITOR_SETTINGS')))
vim.lsp.config('mfaflow', { cmd = { os.getenv('MFAFLOW'), 'lsp' }, root_dir = root })
vim.lsp.enable('mfaflow')
vim.cmd('filetype on')
vim.cmd.edit(root .. '/parts/verify-password.yaml')
local function fail(what) print('FAIL ' .. what); vim.cmd('cquit 1') end
if not vim.wait(10000, function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end) then fail('no client') end
local client = vim.lsp.get_clients({ bufnr = 0 })[1]
vim.wait(10000, function() return client.initialized end)
local function ask(method, line, column, more)
  local params = vim.tbl_extend('force', {
    textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }, more or {})
  local answer = client:request_sync(method, params, 30000, 0)
  if not answer or answer.err then print(vim.inspect(answer)); return nil end
  return answer.result
end
local function find(word)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = text:find(word, 1, true)
    if at then return number - 1, at - 1, text end
  end
  fail('no line with ' .. word)
end
local line, column = find('onUserLoggedIn: signedIn')
vim.api.nvim_buf_set_text(0, line, column + 16, line, column + 24, { 'signdIn' })
local function has(code)
  for _, d in ipairs(vim.diagnostic.get(0)) do if d.code == code then return true end end
  return false
end
if not vim.wait(30000, function() return has('MFA205') end, 50) then fail('no finding') end
vim.cmd('undo')
if not vim.wait(30000, function() return not has('MFA205') end, 50) then fail('the finding stays') end
local l, c = find('102:')
local hover = ask('textDocument/hover', l, c + 1)
if not hover or not hover.contents.value:find('wrong-password', 1, true) then fail('hover') end
local places = ask('textDocument/definition', line, column + 20)
if not places or #places == 0 then fail('definition') end
local l2, c2 = find('verifyPassword:')
local l3, c3 = find('answer: setPassword')
local help = ask('textDocument/signatureHelp', l3, c3 + 10)
if not help or help.signatures[1].label ~= 'setPassword(password: secret)' then fail('signature') end
local items = ask('textDocument/prepareCallHierarchy', l2, c2 + 1)
if not items or #items == 0 then fail('no step to ask how it is reached') end
local coming = client:request_sync('callHierarchy/incomingCalls', { item = items[1] }, 30000, 0).result
if not coming or #coming == 0 then fail('nobody leads to the step') end
local stretch = { start = { line = l2, character = 0 }, ['end'] = { line = l2 + 1, character = 0 } }
local offers = ask('textDocument/codeAction', l2, c2, { range = stretch, context = { diagnostics = {} } })
local extract = vim.iter(offers):find(function(offer) return offer.kind == 'refactor.extract' end)
if not extract or extract.edit then fail('no extraction is offered, or it is worked out too early') end
local resolved = client:request_sync('codeAction/resolve', extract, 30000, 0)
if not resolved or not resolved.result then fail('no extraction: ' .. vim.inspect(resolved)) end
vim.lsp.util.apply_workspace_edit(resolved.result.edit, client.offset_encoding)
local made = vim.iter(vim.api.nvim_list_bufs()):find(function(b) return vim.api.nvim_buf_get_name(b):find('verify%-password%-2') end)
if not made or vim.api.nvim_buf_get_lines(made, 0, 1, false)[1] ~= 'part: verify-password-2' then fail('the part is not there') end
vim.cmd('undo')
if not vim.wait(10000, function() return vim.api.nvim_buf_get_lines(0, l2, l2 + 1, false)[1] == '  verifyPassword:' end) then fail('not undone') end
vim.api.nvim_buf_delete(made, { force = true })
os.remove(root .. '/parts/verify-password-2.yaml')
vim.wait(300)
local edit = ask('textDocument/rename', l2, c2 + 1, { newName = 'checkPassword' })
if not edit or vim.tbl_count(edit.documentChanges or edit.changes or {}) < 3 then fail('rename') end
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
if vim.api.nvim_buf_get_lines(0, l2, l2 + 1, false)[1] ~= '  checkPassword:' then fail('the new name is not there') end
vim.wait(500)
print('neovim ' .. tostring(vim.version()) .. ': findings, hover, definition, rename, signatures, ways, extraction')
vim.cmd('quitall!')
