import { problem } from '../schemas/base'

/** The server's own words where the error carries them (a `detail`), else the catalogue's fallback. */
export const failureText = (error: unknown, fallback: string): string => {
  const parsed = problem.safeParse(error)
  return parsed.success && parsed.data.detail !== '' ? parsed.data.detail : fallback
}
