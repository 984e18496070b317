// SPDX-License-Identifier: Apache-2.0
// Messages to and from `mfaflow lsp`: JSON-RPC with a head, over the standard streams of the program.

const { spawn } = require('child_process')

class Connection {
  /** `handlers` has what is done for requests and notifications of the server, by method. */
  constructor(command, args, handlers, onEnd) {
    this.handlers = handlers
    this.waiting = new Map()
    this.nextID = 1
    this.rest = Buffer.alloc(0)
    this.isOpen = true
    this.program = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    this.program.stdout.on('data', (piece) => this.take(piece))
    this.program.stdin.on('error', () => {})
    this.program.on('error', (error) => this.end(onEnd, error))
    this.program.on('exit', () => this.end(onEnd, new Error('the program mfaflow has ended')))
  }

  end(onEnd, error) {
    if (!this.isOpen) return
    this.isOpen = false
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
    onEnd(error)
  }

  take(piece) {
    this.rest = Buffer.concat([this.rest, piece])
    for (;;) {
      const head = this.rest.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: *(\d+)/i.exec(this.rest.toString('ascii', 0, head))?.[1] ?? 0)
      if (this.rest.length < head + 4 + length) return
      const text = this.rest.toString('utf8', head + 4, head + 4 + length)
      this.rest = this.rest.subarray(head + 4 + length)
      this.receive(JSON.parse(text))
    }
  }

  async receive(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id)
      this.waiting.delete(message.id)
      if (message.error) waiting?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }))
      else waiting?.resolve(message.result)
      return
    }
    const result = await this.handlers[message.method]?.(message.params)
    if (message.id !== undefined) this.send({ id: message.id, result: result ?? null })
  }

  send(message) {
    if (!this.isOpen) return
    const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
    this.program.stdin.write(`Content-Length: ${text.length}\r\n\r\n`)
    this.program.stdin.write(text)
  }

  notify(method, params) {
    this.send({ method, params })
  }

  /** Asks; a request that the editor gives up is taken back, and gives null. */
  request(method, params, token) {
    if (!this.isOpen) return Promise.reject(new Error('the program mfaflow has ended'))
    const id = this.nextID++
    return new Promise((resolve, reject) => {
      const given = token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }))
      const done = (finish) => (value) => {
        given?.dispose()
        finish(value)
      }
      this.waiting.set(id, {
        resolve: done(resolve),
        // Taken back: nobody is told.
        reject: done((error) => (error.code === -32800 ? resolve(null) : reject(error))),
      })
      this.send({ id, method, params })
    })
  }

  async stop() {
    if (!this.isOpen) return
    await this.request('shutdown').catch(() => {})
    this.notify('exit')
    this.isOpen = false
  }
}

module.exports = { Connection }
