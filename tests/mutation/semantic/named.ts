import type { Mutant } from './mutant'

const setup = 'src/machines/replyFlowSetup.ts'
const item = 'server/delivery/itemMachine.ts'
const composer = 'src/actors/composer.ts'

/** Mutants that an earlier review made by hand, and that no test or a golden table alone noticed. */
export const namedMutants: Mutant[] = [
  {
    name: 'a reply is reverted, rewritten and copied in the place of the first one',
    kind: 'other element',
    file: setup,
    from: "present(cardOf(context, request), 'reply'),",
    to: "present(cardOf(context, request) && context.cards[0], 'reply'),",
  },
  {
    name: 'only the last field that is typed while sending is kept',
    kind: 'forgotten reset',
    file: setup,
    from: '({ ...context.next, ...params.form }),',
    to: 'params.form ?? context.next,',
  },
  {
    name: 'a failed rewrite is told in the words of a failed edit',
    kind: 'payload',
    file: 'src/machines/reply.ts',
    from: 'failed(failureText(event.error, publicMessages.failure)),',
    to: 'failed(failureText(event.error, replyMessages.updateFailed)),',
  },
  {
    name: 'a failed addition is told in the words of a failed send',
    kind: 'payload',
    file: setup,
    from: 'announceFailure: emit(failedBy(publicMessages.failure)),',
    to: 'announceFailure: emit(failedBy(replyMessages.soloFailed)),',
  },
  {
    name: 'the status of an account is blank while it is checked',
    kind: 'dropped save',
    file: 'src/machines/accountCheck.ts',
    from: "    checking: {\n      tags: 'busy',\n",
    to: "    checking: {\n      tags: 'busy',\n      entry: assign({ answer: undefined }),\n",
  },
  {
    name: 'a send has no idempotency key',
    kind: 'payload',
    file: 'src/actors/sending.ts',
    from: "send(sending, { 'Idempotency-Key': key })",
    to: 'send(sending, {})',
  },
  {
    name: 'a look at a reply goes on when nobody wants it any more',
    kind: 'payload',
    file: composer,
    from: 'await api.getReply({ params: { replyId: reply_id }, signal })',
    to: 'await api.getReply({ params: { replyId: reply_id }, signal: signal && new AbortController().signal })',
  },
  {
    name: 'what is given up is reported as a failure',
    kind: 'other guard',
    file: 'src/actors/requests.ts',
    from: '      if (signal.aborted) return await new Promise<never>(() => {})\n',
    to: '',
  },
  {
    name: 'a task that is followed is asked for a hundred times as often',
    kind: 'scaled delay',
    file: 'src/machines/watching.ts',
    from: 'alone: 1500,',
    to: 'alone: 15,',
  },
  {
    name: 'a logout leaves the token where it is',
    kind: 'forgotten reset',
    file: 'src/services/session.ts',
    from: '      const token = tokens.get()\n      tokens.clear()\n',
    to: '      const token = tokens.get()\n',
  },
  {
    name: 'a logout tells nobody',
    kind: 'other target',
    file: 'src/machines/auth.ts',
    from: "          on: { logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' } },",
    to: "          on: { logout: { target: '#auth.signedOut.idle', actions: 'goToLogin' } },",
  },
  {
    name: 'after a restored backup what failed can be sent again',
    kind: 'other target',
    file: item,
    from: "'database.restored': { target: 'final', actions:",
    to: "'database.restored': { target: 'retryable', actions:",
  },
  {
    name: 'a resend that the operator asked for is not counted',
    kind: 'dropped save',
    file: item,
    from: "actions: ['countResend', { type: 'schedule', params: ({ event }) => event }, 'forgetTrouble'],",
    to: "actions: [{ type: 'schedule', params: ({ event }) => event }, 'forgetTrouble'],",
  },
  {
    name: 'a resend of its own is not counted',
    kind: 'dropped save',
    file: item,
    from: "              'countResend',\n              { type: 'schedule', params: ({ event }) => ({ at: event.resendAt }) },",
    to: "              { type: 'schedule', params: ({ event }) => ({ at: event.resendAt }) },",
  },
  {
    name: 'what was being sent when its lease ended is sent again',
    kind: 'other target',
    file: item,
    from: "        'lease.expired': {\n          target: 'unknown',",
    to: "        'lease.expired': {\n          target: 'queued',",
  },
]
