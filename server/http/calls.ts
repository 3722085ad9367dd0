import type { CallName } from '../../src/schemas/contract'
import type { ApiTokenScope } from '../../src/schemas/security/apiTokens'

/** Sections of the OpenAPI document, in their order. */
export const openapiTags = {
  auth: 'Operators and their sessions.',
  operators: "An administrator's calls.",
  accounts: 'Media agents: the connected X accounts.',
  groups: 'Groups of media agents.',
  roles: 'AI characters and the models they speak with.',
  replies: 'Reading a post, drafting, reviewing and sending replies.',
  tasks: 'Sent replies, item by item.',
  inbox: 'Mentions of the media agents on X, and the do-not-reply list.',
  money: 'Cost of calls to X and to models, and the budgets.',
  system: 'The server itself.',
}

/** The scope that an API token needs; `person`: only a signed-in person may make the call. */
export type Admission = ApiTokenScope | 'person'

interface CallRow {
  tag: keyof typeof openapiTags
  admits: Admission
  summary: string
  /** Whether operators may call it before they set up a required second factor. */
  beforeEnrolment?: true
}

/**
 * Description and admission of each call. Only a person may send, decide, delete, admit others, or change a text under
 * review. The console does not import this file, so no page downloads it.
 */
export const callRows: Record<CallName, CallRow> = {
  login: { tag: 'auth', admits: 'person', summary: 'Sign in' },
  answerLogin: { tag: 'auth', admits: 'person', summary: 'Finish a sign-in with a code of the second factor' },
  startPasskeySignIn: { tag: 'auth', admits: 'person', summary: 'Start signing in with a passkey' },
  answerPasskeySignIn: {
    tag: 'auth',
    admits: 'person',
    summary: 'Sign in with a passkey, with or without a password',
  },
  register: { tag: 'auth', admits: 'person', summary: 'Create an operator' },
  logout: { tag: 'auth', admits: 'person', summary: 'Revoke the session', beforeEnrolment: true },
  getMe: { tag: 'auth', admits: 'read', summary: 'Who is signed in', beforeEnrolment: true },
  dismissNotice: { tag: 'auth', admits: 'person', summary: 'Mark the notices of getMe as read' },
  changePassword: { tag: 'auth', admits: 'person', summary: 'Change the password and sign out everywhere else' },
  resetPassword: { tag: 'auth', admits: 'person', summary: 'Set a new password by a one-time link' },
  listSessions: { tag: 'auth', admits: 'person', summary: "List the operator's sessions", beforeEnrolment: true },
  endSession: { tag: 'auth', admits: 'person', summary: 'End one session', beforeEnrolment: true },
  endOtherSessions: {
    tag: 'auth',
    admits: 'person',
    summary: 'End all other sessions and all API tokens',
    beforeEnrolment: true,
  },
  endSessions: { tag: 'auth', admits: 'person', summary: 'Sign out everywhere', beforeEnrolment: true },
  listApiTokens: { tag: 'auth', admits: 'person', summary: "List the operator's API tokens" },
  createApiToken: { tag: 'auth', admits: 'person', summary: 'Create an API token for scripts and agents' },
  endApiToken: { tag: 'auth', admits: 'person', summary: 'Revoke an API token' },
  getSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Read whether the operator has a second factor',
    beforeEnrolment: true,
  },
  startSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Create a secret for an authenticator app',
    beforeEnrolment: true,
  },
  enrolSecondFactor: {
    tag: 'auth',
    admits: 'person',
    summary: 'Turn on the second factor with a first code, and get recovery codes',
    beforeEnrolment: true,
  },
  removeSecondFactor: { tag: 'auth', admits: 'person', summary: 'Turn off the second factor' },
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
  startPasskey: { tag: 'auth', admits: 'person', summary: 'Start registering a passkey', beforeEnrolment: true },
  createPasskey: {
    tag: 'auth',
    admits: 'person',
    summary: 'Register a passkey, and get recovery codes with the first one',
    beforeEnrolment: true,
  },
  renamePasskey: { tag: 'auth', admits: 'person', summary: 'Rename a passkey' },
  deletePasskey: { tag: 'auth', admits: 'person', summary: 'Remove a passkey' },
  startConfirmation: {
    tag: 'auth',
    admits: 'person',
    summary: 'Start confirming this session with a passkey',
  },
  confirmByPasskey: { tag: 'auth', admits: 'person', summary: 'Confirm this session with a passkey, for ten minutes' },
  removeOperatorFactor: {
    tag: 'operators',
    admits: 'person',
    summary: "Remove an operator's lost second factor and passkeys",
  },
  listOperators: { tag: 'operators', admits: 'person', summary: 'List operators' },
  listGrants: {
    tag: 'auth',
    admits: 'person',
    summary: "List one-time links and API tokens; administrators see everybody's",
  },
  endGrant: { tag: 'auth', admits: 'person', summary: 'Revoke a one-time link or an API token' },
  inviteOperator: { tag: 'operators', admits: 'person', summary: 'Create a one-time link for a new operator' },
  updateOperator: {
    tag: 'operators',
    admits: 'person',
    summary: 'Disable or enable an operator, or make an operator administrator',
  },
  resetOperator: {
    tag: 'operators',
    admits: 'person',
    summary: "Create a one-time link to reset an operator's password",
  },
  getAllowances: { tag: 'auth', admits: 'read', summary: "Read the operator's daily limits and usage" },
  getOperatorAllowances: {
    tag: 'operators',
    admits: 'person',
    summary: "Read another operator's daily limits and usage",
  },
  setOperatorAllowances: { tag: 'operators', admits: 'person', summary: 'Set the daily limits of an operator' },
  deleteOperator: { tag: 'operators', admits: 'person', summary: 'Delete a disabled operator with all their data' },
  listAccounts: { tag: 'accounts', admits: 'read', summary: 'List media agents' },
  createAccount: { tag: 'accounts', admits: 'person', summary: 'Connect a media agent' },
  deleteAccount: { tag: 'accounts', admits: 'person', summary: 'Disconnect a media agent' },
  getAccount: { tag: 'accounts', admits: 'read', summary: 'Read a media agent' },
  updateAccount: { tag: 'accounts', admits: 'person', summary: 'Change a media agent' },
  verifyAccount: { tag: 'accounts', admits: 'person', summary: 'Check on X whether the media agent may post' },
  getConnection: {
    tag: 'accounts',
    admits: 'person',
    summary: 'List how accounts are connected and which can move to OAuth 2.0',
  },
  startConsent: { tag: 'accounts', admits: 'person', summary: "Start connecting an account on X's consent page" },
  getConsent: { tag: 'accounts', admits: 'person', summary: "Read the result of X's consent page" },
  getSpending: { tag: 'money', admits: 'read', summary: "Read X's prices, the spending by day, and the budget" },
  getTaskSpending: { tag: 'money', admits: 'read', summary: 'Read the cost of a task' },
  setBudget: { tag: 'money', admits: 'person', summary: 'Set the daily budget' },
  getModelSpending: {
    tag: 'money',
    admits: 'read',
    summary: 'Read the cost of model calls by day and model, their prices, and the budget',
  },
  setModelBudget: { tag: 'money', admits: 'person', summary: 'Set the daily budget for models' },
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
    summary: 'List the model providers, and why a list could not be loaded',
  },
  tryModel: { tag: 'roles', admits: 'person', summary: 'Have a model write one short reply' },
  listSavedReplies: { tag: 'roles', admits: 'read', summary: 'List the saved replies of an AI character' },
  createSavedReply: { tag: 'roles', admits: 'person', summary: 'Save an opening or a whole reply for an AI character' },
  updateSavedReply: { tag: 'roles', admits: 'person', summary: 'Change a saved reply' },
  deleteSavedReply: { tag: 'roles', admits: 'person', summary: 'Delete a saved reply' },
  fetchContent: { tag: 'replies', admits: 'draft', summary: 'Look up the post behind a link' },
  getEligibility: {
    tag: 'replies',
    admits: 'read',
    summary: 'List which media agents may reply to a fetched post through the API',
  },
  generateReplies: { tag: 'replies', admits: 'draft', summary: 'Draft replies to a fetched post' },
  batchPostReplies: { tag: 'replies', admits: 'person', summary: 'Post replies through a group' },
  postReply: { tag: 'replies', admits: 'person', summary: 'Post one reply through one media agent' },
  getReply: { tag: 'replies', admits: 'read', summary: 'Read a reply' },
  getPrompt: {
    tag: 'replies',
    admits: 'read',
    summary: 'Read the prompt and the cost of a reply',
  },
  updateReply: { tag: 'replies', admits: 'person', summary: 'Change the text of a reply' },
  listTasks: { tag: 'tasks', admits: 'read', summary: 'List tasks' },
  listOpenTasks: { tag: 'tasks', admits: 'read', summary: 'Count what is being sent and what needs a person' },
  listManualReplies: { tag: 'tasks', admits: 'read', summary: 'List replies to post manually, the oldest first' },
  getTask: { tag: 'tasks', admits: 'read', summary: 'Read a task with its items' },
  getItemHistory: { tag: 'tasks', admits: 'read', summary: 'Read what happened to an item, step by step' },
  retryTask: {
    tag: 'tasks',
    admits: 'person',
    summary: 'Retry failed or cancelled replies that are safe to send again',
  },
  decideItem: {
    tag: 'tasks',
    admits: 'person',
    summary: 'Decide about a reply that needs review, or cancel a queued reply',
  },
  getInbox: {
    tag: 'inbox',
    admits: 'read',
    summary: 'List unanswered mentions, and the media agents whose mentions are read',
  },
  updateMention: { tag: 'inbox', admits: 'person', summary: 'Dismiss a mention, or restore it' },
  updateWatch: { tag: 'inbox', admits: 'person', summary: 'Watch for mentions of a media agent, or stop watching' },
  listDoNotReply: { tag: 'inbox', admits: 'read', summary: 'Read the do-not-reply list' },
  addDoNotReply: { tag: 'inbox', admits: 'person', summary: 'Add someone to the do-not-reply list' },
  deleteDoNotReply: { tag: 'inbox', admits: 'person', summary: 'Remove someone from the do-not-reply list' },
  getMeta: { tag: 'system', admits: 'person', summary: 'Describe this server' },
  listAudit: { tag: 'system', admits: 'person', summary: 'Read the audit trail' },
  listNewAnswers: {
    tag: 'system',
    admits: 'person',
    summary: 'Answers from X that this version does not know, for administrators',
  },
  listAccess: {
    tag: 'system',
    admits: 'person',
    summary: 'Read the sign-in log: the audit trail of everybody (administrators)',
  },
  loadSample: {
    tag: 'system',
    admits: 'person',
    summary: 'Create a sample group, its media agents and AI characters (sandbox only)',
  },
}
