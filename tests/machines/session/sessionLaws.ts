import type { EventObject } from 'xstate'
import { demand, type Law, type Moment, oneStartPerEvent, sameAs } from '../law'

const lettingIn = new Set([
  'session.restored',
  'xstate.done.actor.answerCode',
  'xstate.done.actor.usePasskey',
  'xstate.done.actor.answerPasskey',
])

const letsIn = (event: EventObject): boolean => {
  if (lettingIn.has(event.type)) return true
  const output = 'output' in event ? JSON.stringify(event.output) : ''
  return (
    (event.type === 'xstate.done.actor.logIn' && output === '{"factors":[]}') ||
    (event.type === 'xstate.done.actor.restore' && output === '{"isSignedIn":true}')
  )
}

export const auth: Law = () => {
  let isLetIn = false
  return (moment) => {
    const { before, event, after, started } = moment
    if (before.can(event)) {
      if (letsIn(event)) isLetIn = true
      if (event.type === 'logout' || event.type === 'session.expired') isLetIn = false
    }
    demand(isLetIn || !after.matches('signedIn'), moment, 'nobody is signed in who was not let in, or who has left')
    if (event.type === 'logout' && before.can(event)) {
      demand(
        sameAs(
          started.map(({ id }) => id),
          ['endSession'],
        ),
        moment,
        'a logout ends the session where the token is kept',
      )
    }
    sessionLong(moment)
  }
}

const sessionLong = (moment: Moment) => {
  const { before, after, event, started } = moment
  const isOpen = after.matches({ signedIn: 'open' })
  const { csvImport, replyFlow, taskFollow } = after.children
  demand((csvImport !== undefined) === isOpen, moment, 'the import runs exactly while the session is open')
  demand((taskFollow !== undefined) === isOpen, moment, 'tasks are followed exactly while the session is open')
  demand(replyFlow === undefined || isOpen, moment, 'the composer runs only while the session is open')
  demand(replyFlow !== undefined || event.type !== 'composer.open' || !isOpen, moment, 'the composer starts when asked')
  const { replyFlow: earlier } = before.children
  const crashes = event.type === 'xstate.error.actor.replyFlow'
  demand(
    earlier === undefined || !isOpen || replyFlow === earlier || crashes,
    moment,
    'the composer goes on, once it runs',
  )
  if (event.type === 'logout' && started.length > 0) {
    demand(after.context.returnTo === undefined, moment, 'a logout leaves no return page')
  }
  demand(
    started.filter(({ id }) => !['replyFlow', 'csvImport', 'taskFollow'].includes(id)).length <= 1,
    moment,
    'one call per event',
  )
  const { factors } = after.context
  demand(!after.hasTag('asksCode') || factors.length > 0, moment, 'who has no second factor is asked for none')
  const asksDevice = started.some(({ id }) => id === 'answerPasskey')
  demand(!asksDevice || factors.includes('passkey'), moment, 'a passkey is asked of who has one')
}

export const leaving: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event } = moment
  const { way } = after.context
  demand((way === undefined) === after.matches('staying'), moment, 'who stays has no way, and who waits has one')
  demand(
    after.context.unsent === undefined || after.matches('askingToForget'),
    moment,
    'what a logout forgets is known only while it is asked about',
  )
  demand(!before.hasTag('asking') || !after.matches('stopping') || event.type !== 'leave.cancel', moment, 'no means no')
}

export const ownAccount: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const ids = started.map(({ id }) => id)
  demand(
    !ids.includes('changePassword') || event.type === 'password.change',
    moment,
    'only the form changes a password',
  )
  demand(!ids.includes('dismissNotice') || event.type === 'notice.dismiss', moment, 'only a click has a notice read')
  demand(!ids.includes('endSession') || event.type === 'session.end', moment, 'only a click ends a session')
  demand(!ids.includes('endOthers') || event.type === 'others.end', moment, 'only a click ends all others')
  demand((after.context.ending !== undefined) === after.matches('ending'), moment, 'one ends as long as it is asked')
  demand(!JSON.stringify(after.context).includes('secret'), moment, 'no password is kept')
  const isAnswer = event.type === 'xstate.done.actor.load'
  demand(
    isAnswer || after.context.account === before.context.account,
    moment,
    'shown data stays until an answer arrives',
  )
}

export const secondFactor: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const starts = (id: string) => started.some((each) => each.id === id)
  const { enrolment, codes } = after.context
  demand(!JSON.stringify(after.context).includes('secret one'), moment, 'no password is kept')
  demand(!starts('remove') || event.type === 'remove.confirm', moment, 'it goes off once the question is answered')
  demand(!starts('renew') || event.type === 'renew.confirm', moment, 'codes end once the question is answered')
  demand(!starts('enrol') || before.matches('enrolling'), moment, 'a first code is asked for after the key was shown')
  demand(
    (enrolment !== undefined) === (after.matches('enrolling') || after.matches('checking')),
    moment,
    'the key is known as long as it is shown',
  )
  demand((codes !== undefined) === after.matches('codesShown'), moment, 'recovery codes are known as long as shown')
  const isLeft = before.matches('enrolling') && !after.matches('enrolling') && !after.matches('checking')
  demand(!isLeft || after.matches('loading'), moment, 'whether it is on is asked of the server once the key is gone')
}

export const passkeys: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const starts = (id: string) => started.some((each) => each.id === id)
  const { options, credential, codes, chosen } = after.context
  demand(!JSON.stringify(after.context).includes('secret one'), moment, 'no password is kept')
  demand(!starts('prepare') || event.type === 'passkey.add', moment, 'only the form begins a passkey')
  demand(!starts('ask') || before.matches('preparing'), moment, 'the device is asked once the server was')
  demand(!starts('store') || before.matches('asking'), moment, 'what the device made is stored, and nothing else')
  demand((options !== undefined) === after.matches('asking'), moment, 'a challenge is known while the device is asked')
  demand((credential !== undefined) === after.matches('storing'), moment, 'what it made is known until it is stored')
  demand((codes !== undefined) === after.matches('codesShown'), moment, 'recovery codes are known as long as shown')
  demand(!starts('remove') || event.type === 'remove.confirm', moment, 'none goes before the question is answered')
  const isChosen = ['naming', 'renaming', 'confirming', 'removing'].some((state) => after.matches(state))
  demand((chosen !== undefined) === isChosen, moment, 'a record is selected while a question about it is open')
}

export const apiTokens: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const starts = (id: string) => started.some((each) => each.id === id)
  demand(!starts('make') || event.type === 'token.make', moment, 'only the form makes a token')
  demand(!starts('end') || event.type === 'end.confirm', moment, 'no token is ended before the question is answered')
  demand(!starts('end') || before.context.ending !== undefined, moment, 'it is known which token is ended')
  demand(
    JSON.stringify(after.context).includes('acb_secret') === after.matches('tokenShown'),
    moment,
    'a token is known as long as it is shown',
  )
}

export const operators: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, event, started, after } = moment
  const starts = (id: string) => started.some((each) => each.id === id)
  demand(
    !starts('delete') || event.type === 'delete.confirm',
    moment,
    'nobody is deleted before the question is answered',
  )
  demand(!starts('delete') || before.matches('confirming'), moment, 'the question stands before it is answered')
  demand(!starts('disable') || event.type === 'operator.disable', moment, 'only a click disables')
  demand(!starts('enable') || event.type === 'operator.enable', moment, 'only a click lets in')
  demand(!starts('takeFactor') || before.matches('confirmingFactor'), moment, 'it is said first what is left of it')
  demand(!starts('invite') || event.type === 'operator.invite', moment, 'only a click invites')
  demand(!starts('reset') || event.type === 'password.reset', moment, 'only a click offers a new password')
  demand(
    (after.context.offer !== undefined) === after.matches('linkShown'),
    moment,
    'a one-time link is known as long as it is shown',
  )
  for (const { id, input } of started.filter((each) => each.id === 'delete' || each.id === 'takeFactor')) {
    demand(sameAs(input, { act: id, operator: after.context.asked }), moment, 'the action concerns the named operator')
  }
}
