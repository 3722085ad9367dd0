import type { ApiTokenScope } from '../../src/schemas/apiTokens'
import type { CallName } from '../../src/schemas/contract'

/** The parts of the OpenAPI document, in its order. */
export const openapiTags = {
  auth: 'Operators and their sessions.',
  operators: "An administrator's calls.",
  accounts: 'Media agents: the connected X accounts.',
  groups: 'Groups of media agents.',
  roles: 'AI characters and the models they speak with.',
  replies: 'From a post to reviewed replies, and sending them.',
  tasks: 'What was sent, item by item.',
  inbox: 'What others say to the media agents on X, and whom none of them replies to.',
  money: 'What calls to X and to models cost, and how much they may.',
  system: 'The server itself.',
}

/** Which scope of an API token lets in; `person`: none does, it takes somebody who signed in. */
export type Admission = ApiTokenScope | 'person'

interface CallRow {
  tag: keyof typeof openapiTags
  admits: Admission
  summary: string
  /** Whether it serves an operator who has to set up a second factor first. */
  beforeEnrolment?: true
}

/**
 * What the OpenAPI document says of each call, and whom it lets in. What sends, decides, deletes or lets in is a person's,
 * and so is the text that a person reviews. No page of the console reads it, so none downloads it.
 */
export const callRows: Record<CallName, CallRow> = {
  login: { tag: 'auth', admits: 'person', summary: 'Sign in' },
  answerLogin: { tag: 'auth', admits: 'person', summary: 'Finish a sign-in with a code of the second factor' },
  startPasskeySignIn: { tag: 'auth', admits: 'person', summary: 'What a browser asks a passkey for at sign-in' },
  answerPasskeySignIn: {
    tag: 'auth',
    admits: 'person',
    summary: 'Sign in with a passkey, alone or after the password',
  },
  register: { tag: 'auth', admits: 'person', summary: 'Create an operator' },
  logout: { tag: 'auth', admits: 'person', summary: 'Revoke the session', beforeEnrolment: true },
  getMe: { tag: 'auth', admits: 'read', summary: 'Who is signed in', beforeEnrolment: true },
  dismissNotice: { tag: 'auth', admits: 'person', summary: 'Have read what getMe tells' },
  changePassword: { tag: 'auth', admits: 'person', summary: 'Change the password, which ends all other sessions' },
  resetPassword: { tag: 'auth', admits: 'person', summary: 'Set a new password by a one-time link' },
  listSessions: { tag: 'auth', admits: 'person', summary: "List the operator's sessions", beforeEnrolment: true },
  endSession: { tag: 'auth', admits: 'person', summary: 'End one session', beforeEnrolment: true },
  endOtherSessions: {
    tag: 'auth',
    admits: 'person',
    summary: 'End all sessions but this one, and all API tokens',
    beforeEnrolment: true,
  },
  endSessions: { tag: 'auth', admits: 'person', summary: 'End all sessions, this one too', beforeEnrolment: true },
  listApiTokens: { tag: 'auth', admits: 'person', summary: "List the operator's API tokens" },
  createApiToken: { tag: 'auth', admits: 'person', summary: 'Create an API token for scripts and agents' },
  endApiToken: { tag: 'auth', admits: 'person', summary: 'End an API token' },
  getSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Whether the operator has a second factor',
    beforeEnrolment: true,
  },
  startSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Make a secret for an authenticator app',
    beforeEnrolment: true,
  },
  enrolSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Switch the second factor on by a first code, and get recovery codes',
    beforeEnrolment: true,
  },
  removeSecondFactor: { tag: 'auth', admits: 'person', summary: 'Switch the second factor off' },
  renewRecoveryCodes: {
    tag: 'auth',
    admits: 'person',
    summary: 'Create new recovery codes in place of those that are left',
  },
  confirmSession: {
    tag: 'auth',
    admits: 'person',
    summary: 'Confirm this session with a code or the password, for ten minutes',
  },
  listPasskeys: { tag: 'auth', admits: 'person', summary: "List the operator's passkeys", beforeEnrolment: true },
  startPasskey: { tag: 'auth', admits: 'person', summary: 'What a browser makes a passkey by', beforeEnrolment: true },
  createPasskey: {
    tag: 'auth',
    admits: 'person',
    summary: 'Register a passkey, and get recovery codes with the first one',
    beforeEnrolment: true,
  },
  renamePasskey: { tag: 'auth', admits: 'person', summary: 'Give a passkey another name' },
  deletePasskey: { tag: 'auth', admits: 'person', summary: 'Remove a passkey' },
  startConfirmation: {
    tag: 'auth',
    admits: 'person',
    summary: 'What a browser asks a passkey for, to confirm this session',
  },
  confirmByPasskey: { tag: 'auth', admits: 'person', summary: 'Confirm this session with a passkey, for ten minutes' },
  removeOperatorFactor: {
    tag: 'operators',
    admits: 'person',
    summary: "Take an operator's lost second factor away, passkeys too",
  },
  listOperators: { tag: 'operators', admits: 'person', summary: 'List operators' },
  listGrants: {
    tag: 'auth',
    admits: 'person',
    summary: 'List one-time links and API tokens, as an administrator those of everybody',
  },
  endGrant: { tag: 'auth', admits: 'person', summary: 'Withdraw a one-time link, or end an API token' },
  inviteOperator: { tag: 'operators', admits: 'person', summary: 'Make a one-time link for a new operator' },
  updateOperator: {
    tag: 'operators',
    admits: 'person',
    summary: 'Disable or enable an operator, or name an administrator',
  },
  resetOperator: {
    tag: 'operators',
    admits: 'person',
    summary: "Make a one-time link that sets an operator's password",
  },
  getAllowances: { tag: 'auth', admits: 'read', summary: 'How much the operator may do today, and what was done' },
  getOperatorAllowances: {
    tag: 'operators',
    admits: 'person',
    summary: 'How much an operator may do today, and what was done',
  },
  setOperatorAllowances: { tag: 'operators', admits: 'person', summary: 'Set how much an operator may do in a day' },
  deleteOperator: { tag: 'operators', admits: 'person', summary: 'Delete a disabled operator with all that is his' },
  listAccounts: { tag: 'accounts', admits: 'read', summary: 'List media agents' },
  createAccount: { tag: 'accounts', admits: 'person', summary: 'Connect a media agent' },
  deleteAccount: { tag: 'accounts', admits: 'person', summary: 'Disconnect a media agent' },
  getAccount: { tag: 'accounts', admits: 'read', summary: 'Read a media agent' },
  updateAccount: { tag: 'accounts', admits: 'person', summary: 'Change a media agent' },
  verifyAccount: { tag: 'accounts', admits: 'person', summary: 'Ask X whether the media agent may post' },
  getConnection: {
    tag: 'accounts',
    admits: 'person',
    summary: 'How accounts are connected, and which may move to OAuth 2.0',
  },
  startConsent: { tag: 'accounts', admits: 'person', summary: "Begin a journey to X's consent page" },
  getConsent: { tag: 'accounts', admits: 'person', summary: "How a journey to X's consent page ended" },
  getSpending: { tag: 'money', admits: 'read', summary: "X's prices, what was spent day by day, and the budget" },
  getTaskSpending: { tag: 'money', admits: 'read', summary: 'What sending a task cost' },
  setBudget: { tag: 'money', admits: 'person', summary: 'Set how much may be spent a day' },
  getModelSpending: {
    tag: 'money',
    admits: 'read',
    summary: 'What calls of models came to by day and by model, their prices, and the budget',
  },
  setModelBudget: { tag: 'money', admits: 'person', summary: 'Set how much may be spent on models a day' },
  moveAccount: {
    tag: 'accounts',
    admits: 'person',
    summary: "Exchange a media agent's OAuth 1.0a keys for an OAuth 2.0 pair",
  },
  listGroups: { tag: 'groups', admits: 'read', summary: 'List groups' },
  createGroup: { tag: 'groups', admits: 'person', summary: 'Create a group' },
  getGroup: { tag: 'groups', admits: 'read', summary: 'Read a group' },
  updateGroup: { tag: 'groups', admits: 'person', summary: 'Change a group' },
  deleteGroup: { tag: 'groups', admits: 'person', summary: 'Delete a group' },
  listRoles: { tag: 'roles', admits: 'read', summary: 'List AI characters' },
  getRole: { tag: 'roles', admits: 'read', summary: 'Read an AI character' },
  createRole: { tag: 'roles', admits: 'person', summary: 'Create an AI character' },
  updateRole: { tag: 'roles', admits: 'person', summary: 'Change an AI character' },
  deleteRole: { tag: 'roles', admits: 'person', summary: 'Delete an AI character' },
  listModels: { tag: 'roles', admits: 'read', summary: "List the provider's models" },
  listProviders: {
    tag: 'roles',
    admits: 'read',
    summary: 'Which providers of models there are, and why the list of one did not come',
  },
  tryModel: { tag: 'roles', admits: 'person', summary: 'Have a model write one short reply' },
  listSavedReplies: { tag: 'roles', admits: 'read', summary: 'List what is saved for replies of an AI character' },
  createSavedReply: { tag: 'roles', admits: 'person', summary: 'Save an opening or a whole reply for an AI character' },
  updateSavedReply: { tag: 'roles', admits: 'person', summary: 'Change a saved reply' },
  deleteSavedReply: { tag: 'roles', admits: 'person', summary: 'Delete a saved reply' },
  fetchContent: { tag: 'replies', admits: 'draft', summary: 'Look up the post behind a link' },
  getEligibility: {
    tag: 'replies',
    admits: 'read',
    summary: 'Which media agents may answer a fetched post through the API',
  },
  generateReplies: { tag: 'replies', admits: 'draft', summary: 'Draft replies to a fetched post' },
  batchPostReplies: { tag: 'replies', admits: 'person', summary: 'Post replies through a group' },
  postReply: { tag: 'replies', admits: 'person', summary: 'Post one reply through one media agent' },
  getReply: { tag: 'replies', admits: 'read', summary: 'Read a reply' },
  getTold: {
    tag: 'replies',
    admits: 'read',
    summary: 'What the model was told when it wrote a reply, and what that cost',
  },
  updateReply: { tag: 'replies', admits: 'person', summary: 'Change the text of a reply' },
  listTasks: { tag: 'tasks', admits: 'read', summary: 'List tasks' },
  listOpenTasks: { tag: 'tasks', admits: 'read', summary: 'What goes on by itself, and what waits for a person' },
  listHandedOver: { tag: 'tasks', admits: 'read', summary: 'What a person is to post by hand, the oldest first' },
  getTask: { tag: 'tasks', admits: 'read', summary: 'Read a task with its items' },
  getItemHistory: { tag: 'tasks', admits: 'read', summary: 'Read what happened to an item, step by step' },
  retryTask: {
    tag: 'tasks',
    admits: 'person',
    summary: 'Queue again what failed or was cancelled, and is safe to send again',
  },
  decideItem: {
    tag: 'tasks',
    admits: 'person',
    summary: 'Decide about an item that needs review, or cancel what waits',
  },
  getInbox: { tag: 'inbox', admits: 'read', summary: 'List what waits for an answer, with whose mentions are read' },
  updateMention: { tag: 'inbox', admits: 'person', summary: 'Dismiss a mention, or take it back' },
  updateWatch: { tag: 'inbox', admits: 'person', summary: "Switch the reading of a media agent's mentions on or off" },
  listDoNotReply: { tag: 'inbox', admits: 'read', summary: 'List whom no media agent replies to' },
  addDoNotReply: { tag: 'inbox', admits: 'person', summary: 'Reply to someone no more' },
  deleteDoNotReply: { tag: 'inbox', admits: 'person', summary: 'Reply to someone again' },
  getMeta: { tag: 'system', admits: 'person', summary: 'What this server is' },
  listAudit: { tag: 'system', admits: 'person', summary: 'Read the audit trail' },
  listNewAnswers: {
    tag: 'system',
    admits: 'person',
    summary: 'Answers from X that this version does not know, for administrators',
  },
  listAccess: {
    tag: 'system',
    admits: 'person',
    summary: 'Read who came in, or may: the audit trail of everybody (administrators)',
  },
  loadSample: {
    tag: 'system',
    admits: 'person',
    summary: 'Create a sample group, its media agents and AI characters (sandbox only)',
  },
}
