/** Where an action's own words do not say what happened. */
const names: Record<string, string> = {
  'access.refused': 'Call refused',
  'operator.registered': 'Signed up',
  'operator.refused': 'Sign-up refused',
  'operator.becameAdministrator': 'Became administrator',
  'operator.toldSo': 'Read that this is an administrator',
  'operator.invited': 'Invitation made',
  'operator.allowed': 'Daily limits set',
  'operator.enabled': 'Operator let in again',
  'operator.resetOffered': 'Password reset offered',
  'passkey.registered': 'Passkey added',
  'passkey.blocked': 'Passkey blocked: its counter went back',
  'secondFactor.enrolled': 'Second factor switched on',
  'secondFactor.removed': 'Second factor turned off',
  'secondFactor.asked': 'Code asked for',
  'secondFactor.refused': 'Code refused',
  'secondFactor.confirmed': 'Code given',
  'secondFactor.codesRenewed': 'Recovery codes renewed',
  'apiToken.created': 'API token made',
  'apiToken.ended': 'API token ended',
  'draft.asked': 'Draft asked for by a script',
  'session.allEnded': 'All sessions ended',
  'session.othersEnded': 'All other sessions ended',
  'signIn.completed': 'Signed in',
  'signIn.refused': 'Sign-in refused',
  'signOut.completed': 'Signed out',
  'account.created': 'Media agent connected',
  'account.changed': 'Media agent changed',
  'account.deleted': 'Media agent disconnected',
  'account.verified': 'Media agent checked',
  'account.moved': 'Media agent moved',
  'account.reconnected': 'Media agent connected again',
  'consent.begun': 'Went to X to connect',
  'replies.generated': 'Drafts generated',
  'reply.changed': 'Draft changed',
  'mentions.switchedOn': 'Reading of mentions switched on',
  'mentions.switchedOff': 'Reading of mentions switched off',
  'person.listed': 'Put on the do-not-reply list',
  'person.removed': 'Taken off the do-not-reply list',
  'role.created': 'AI character created',
  'role.changed': 'AI character changed',
  'role.deleted': 'AI character deleted',
  'savedReply.created': 'Saved reply added',
  'task.retried': 'Task sent again',
  'item.check_again': 'Item checked again',
  'item.cancel': 'Item cancelled',
  'item.cancel_waiting': 'Waiting items cancelled',
  'item.take_back': 'Send taken back as a whole',
  'item.posted': 'Item confirmed as posted',
  'item.send_again': 'Item sent again',
  'item.give_up': 'Item given up',
  'item.hand_over': 'Item given to a person',
  'item.opened': 'Item opened in X',
  'item.not_posted': 'Item not posted by hand',
}

/**
 * What a line of the audit trail tells.
 *
 * @param action such as `savedReply.created`, which reads *Saved reply created*
 */
export const actionName = (action: string): string => names[action] ?? sentenceOf(action)

const sentenceOf = (action: string): string => {
  const words = action.replaceAll(/[._]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
