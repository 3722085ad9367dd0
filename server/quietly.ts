import { messageOf } from './messageOf'

export interface WarningLog {
  warn(fields: object, message: string): void
}

/** Logs a failure of `work` and never throws. */
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
