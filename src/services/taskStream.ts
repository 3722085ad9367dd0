import { taskStreamPath } from '../schemas/taskStream'
import type { ApiDependencies } from './api'

interface TaskStreamListener {
  onOpen(): void
  /** The operator's tasks may be another. */
  onNews(): void
  /** The server is there. */
  onLife?(): void
}

/** `lost`: it may be opened anew. `refused`: this provider has none, or the session has ended, which the next call will say. */
export const streamEnds = ['lost', 'refused'] as const
export type StreamEnd = (typeof streamEnds)[number]

/** Reads the stream until it ends, the signal is aborted, or it is silent for too long. */
export type FollowTasks = (listener: TaskStreamListener, signal: AbortSignal) => Promise<StreamEnd>

/** Three of the server's signs of life. */
export const longestSilence = 60_000

/** `EventSource` sends no header of ours, and a token has no place in an address: so it is read by `fetch`. */
export const createFollowTasks =
  ({ baseUrl, token, fetch }: Pick<ApiDependencies, 'baseUrl' | 'token' | 'fetch'>): FollowTasks =>
  async (listener, signal) => {
    const connection = createConnection(signal)
    try {
      const response = await fetch(`${baseUrl}${taskStreamPath}`, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token() ?? ''}` },
        signal: connection.signal,
      })
      if (!isStream(response)) {
        await response.body?.cancel()
        return isBusy(response.status) ? 'lost' : 'refused'
      }
      listener.onOpen()
      await readEvents(
        response,
        () => listener.onNews(),
        () => {
          connection.noteLife()
          listener.onLife?.()
        },
      )
    } catch {
      // The network's, or the end that was asked for: it is over either way.
    } finally {
      connection.close()
    }
    return 'lost'
  }

const isStream = ({ ok, headers, body }: Response): boolean =>
  ok && body !== null && (headers.get('Content-Type') ?? '').startsWith('text/event-stream')

const isBusy = (status: number): boolean => status === 429 || status >= 500

/** Each event of the stream is news, whatever it says; comments are signs of life. */
const readEvents = async (response: Response, onEvent: () => void, onLife: () => void): Promise<void> => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    onLife()
    const lines = (rest + piece.value).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (lines.some((line) => line.startsWith('data:'))) onEvent()
  }
}

/** Ends with the signal, or in silence: a connection whose other side is gone says nothing. */
const createConnection = (signal: AbortSignal) => {
  const controller = new AbortController()
  const end = () => controller.abort()
  let timer = setTimeout(end, longestSilence)
  signal.addEventListener('abort', end)
  return {
    signal: controller.signal,
    noteLife: () => {
      clearTimeout(timer)
      timer = setTimeout(end, longestSilence)
    },
    close: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      end()
    },
  }
}
