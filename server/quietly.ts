import { messageOf } from './messageOf'

export interface WarningLog {
  warn(fields: object, message: string): void
}

/** For work whose failure must not fail what it belongs to: the log says it, and goes without an exception. */
export const quietly = async (
  log: WarningLog | undefined,
  message: string,
  work: () => Promise<unknown>,
  fields: object = {},
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    log?.warn({ ...fields, reason: messageOf(error) }, message)
  }
}
