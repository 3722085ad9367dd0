import { failureText } from '../machines/failure'
import { groupCalls, groupMessages } from '../schemas/groups'
import type { ConsoleServices } from '../services/services'

/** X's own pattern of a username, with or without the @ (X API v2, `UserName`). */
const handle = /^@?[A-Za-z0-9_]{1,15}$/

/** Not sent, or in vain; `detail` says why. */
class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
  constructor(readonly detail: string) {
    super(detail)
  }
}

/** What a username on X cannot be is not sent; an empty one is, since the server names what is missing. */
export const demandHandle = (username: string): void => {
  if (username === '' || handle.test(username)) return
  throw new ImportProblem('A username on X has at most 15 letters (a to z), digits and underscores')
}

export const createGroups = async (
  client: ConsoleServices['client'],
  { names, fileName }: { names: string[]; fileName: string },
): Promise<void> => {
  const { createGroup } = client(groupCalls)
  const description = `From the import of ${fileName}`.slice(0, 1000)
  try {
    for (const name of names) await createGroup({ body: { name, description } })
  } catch (error) {
    throw new ImportProblem(failureText(error, groupMessages.createFailed))
  }
}
