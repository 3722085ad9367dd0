import { taskStreamPath } from '../../schemas/history/taskStream'
import type { ApiDependencies } from './api'

interface TaskStreamListener {
  onOpen(): void
  onUpdate(): void
  /** Called for each sign of life of the server. */
  onLife?(): void
}

/** `lost`: it can be opened again. `refused`: this provider has no stream, or the session has ended. */
export const streamEnds = ['lost', 'refused'] as const
export type StreamEnd = (typeof streamEnds)[number]

/** Reads the stream until it ends, the signal aborts, or it is silent for too long. */
export type FollowTasks = (listener: TaskStreamListener, signal: AbortSignal) => Promise<StreamEnd>

/** Three intervals of the server's heartbeat. */
export const longestSilence = 60_000

/** `EventSource` sends no authorization header, and a token must not be in an address. */
export const createFollowTasks =
  ({
    baseUrl,
    token,
    isOurs = () => true,
    fetch,
  }: Pick<ApiDependencies, 'baseUrl' | 'token' | 'isOurs' | 'fetch'>): FollowTasks =>
  async (listener, signal) => {
    if (!(await isOurs())) return 'refused'
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
        () => listener.onUpdate(),
        () => {
          connection.noteLife()
          listener.onLife?.()
        },
      )
    } catch {
      // An error of the network or an abort: the stream is over in both cases.
    } finally {
      connection.close()
    }
    return 'lost'
  }

const isStream = ({ ok, headers, body }: Response): boolean =>
  ok && body !== null && (headers.get('Content-Type') ?? '').startsWith('text/event-stream')

const isBusy = (status: number): boolean => status === 429 || status >= 500

/** Every event is an update, whatever its content. Comments are the heartbeat. */
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

/** Ends with the signal or after silence, because a dead connection reports nothing. */
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
