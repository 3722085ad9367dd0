import { z } from 'zod'
import { type CallName, type Contract, contract } from '../../src/schemas/contract'
import type { HandlerInput } from './define'
import { type PreparedAnswer, plainAnswer } from './preparedAnswer'
import { createPreparedAnswers } from './preparedAnswers'

interface Source<N extends CallName> {
  /** Another one after every change of what is read. */
  revision: string
  read: () => Promise<z.input<Contract[N]['answer']>>
  /** When the clock alone makes another answer of what is read now; left out: never. */
  until?: () => Promise<number | undefined>
}

type Asked<N extends CallName> = Pick<HandlerInput<N>, 'ownerId' | 'request'>

/** Answers of calls, each read anew only once what it is made of has another revision. */
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
