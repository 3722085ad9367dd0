import { failureText } from '../machines/failure'
import { groupCalls, groupMessages } from '../schemas/groups'
import { handlePattern } from '../schemas/handle'
import type { ConsoleServices } from '../services/services'

/** Not sent, or in vain; `detail` says why. */
class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
  constructor(readonly detail: string) {
    super(detail)
  }
}

/** What a username on X cannot be is not sent; an empty one is, since the server names what is missing. */
export const demandHandle = (username: string): void => {
  if (username === '' || handlePattern.test(username)) return
  throw new ImportProblem('A username on X has letters (a to z), digits and underscores only, 20 at most')
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
