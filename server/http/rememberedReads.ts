import { z } from 'zod'
import { type CallName, type Contract, contract } from '../../src/schemas/contract'
import type { HandlerInput } from './define'
import { type PreparedAnswer, plainAnswer } from './preparedAnswer'
import { createPreparedAnswers } from './preparedAnswers'

interface Source<N extends CallName> {
  /** Changes with the data. */
  revision: string
  read: () => Promise<z.input<Contract[N]['answer']>>
  /** The time at which the answer changes without a change of the data; undefined for never. */
  until?: () => Promise<number | undefined>
}

type Asked<N extends CallName> = Pick<HandlerInput<N>, 'ownerId' | 'request'>

/** Reads an answer again only after its revision has changed. */
export const createRememberedReads = () => {
  const answers = createPreparedAnswers()
  return <N extends CallName>(
    name: N,
    { ownerId, request }: Asked<N>,
    { revision, read, until }: Source<N>,
  ): Promise<PreparedAnswer> =>
    answers.get(`${ownerId} ${request.url}`, revision, async () => {
      const end = await until?.()
      return plainAnswer(JSON.stringify(z.parse(contract[name].answer, await read())), end)
    })
}
