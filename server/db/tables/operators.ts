import type { Generated } from 'kysely'
import type { ApiTokenScope } from '../../../src/schemas/apiTokens'
import type { Flag, Timestamp } from './columns'

/** Who signs in, and what was done by whom. */
export interface OperatorTables {
  users: UserTable
  sessions: SessionTable
  passes: PassTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  sign_ins: SignInTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  api_tokens: ApiTokenTable
  audit: AuditTable
  audit_chains: AuditChainTable
}

interface UserTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  username: string
  password_hash: string
  created_at: Timestamp
  /** Renewed by the database with every change of what the list of this operator's accounts shows. */
  accounts_revision: Generated<string>
  /** Renewed by the database with every change of this operator's characters. */
  roles_revision: Generated<string>
  /** May invite, disable and delete operators. */
  is_admin: Generated<Flag>
  /** From then on nobody signs in as this operator, and nothing of his is sent. */
  disabled_at: Timestamp | null
  /** 32 random bytes, base64url: what his passkeys know him by. Null until he makes a first one. */
  passkey_handle: Generated<string | null>
  /** What he is told in the console until he has read it. */
  notice: 'becameAdministrator' | null
}

interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the opaque token, hex. */
  token_hash: string
  remember: Flag
  created_at: Timestamp
  last_used_at: Timestamp
  /** Absolute end, whatever the use. */
  expires_at: Timestamp
  /** Where it was begun. */
  address: string | null
  /** The browser's own words for itself, cut short. */
  device: string | null
  /** When the second factor, or the password of who has none, was last given in it. */
  confirmed_at: Timestamp | null
  /** Wrong passwords, codes and passkeys since then. */
  failed_confirmations: Generated<number>
}

interface SecondFactorTable {
  user_id: number
  /** Sealed. */
  secret: string
  /** Null until a first code shows that the authenticator app has the secret: nothing is asked for before. */
  enrolled_at: Timestamp | null
  /** The time step, of 30 seconds, of the last code that was taken: none is taken twice. */
  last_step: number
  wrong_codes: number
  /** When the first of them was given. */
  wrong_since: Timestamp
}

/** Each is deleted when it is used. */
interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** SHA-256, hex: a code has 120 random bits. */
  code_hash: string
}

/** Passwords that were right, and wait for a code. */
interface SignInTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the challenge, hex. */
  token_hash: string
  remember: Flag
  tries: number
  expires_at: Timestamp
}

interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** As the authenticator chose it, base64url. */
  credential_id: string
  /** COSE_Key (RFC 9052), base64url. */
  public_key: string
  /** Of signatures, as the authenticator counts them; 0 where it does not. */
  counter: number
  /** How a browser reaches it, separated by commas. */
  transports: string
  label: string
  /** Whether it was backed up when it was last seen. */
  synced: Flag
  created_at: Timestamp
  last_used_at: Timestamp | null
  /** Since when it is not taken: its counter went back, so that there may be a copy of it, or it came with a restored backup. */
  blocked_at: Timestamp | null
}

/** What a passkey has yet to sign. Each is deleted when an answer to it comes, whatever that is. */
interface PasskeyChallengeTable {
  id: Generated<number>
  /** SHA-256, hex: it has 256 random bits. */
  challenge_hash: string
  /** What it is for, and of which session or sign-in. */
  bound_to: string
  expires_at: Timestamp
}

/** What scripts and agents of an operator come in with. */
interface ApiTokenTable {
  id: Generated<number>
  owner_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  name: string
  scope: ApiTokenScope
  created_at: Timestamp
  expires_at: Timestamp
  /** Null until it is used; noted at most once a minute, with the address it was used from. */
  last_used_at: Timestamp | null
  last_address: string | null
}

/** One-time links: invitations, and ways back for operators who forgot their password. */
interface PassTable {
  id: Generated<number>
  /** SHA-256 of the opaque token, hex. */
  token_hash: string
  /** Whose password it sets; null for an invitation, and for the first operator. */
  user_id: number | null
  /** Null for a link of a server of the version before. */
  purpose: 'invitation' | 'setup' | 'reset' | null
  /** Who made it; null for the command line, the server itself and a server of the version before. */
  issuer_id: number | null
  created_at: Timestamp
  expires_at: Timestamp
}

interface AuditTable {
  id: Generated<number>
  /** Null where nobody was signed in. */
  owner_id: number | null
  at: Timestamp
  action: string
  subject: string | null
  detail: string | null
  /** Whose chain the line is of, also once the operator is deleted; 0 where nobody was signed in. Null: older than it. */
  chain: number | null
  /** From 1 in its chain. */
  position: number | null
  /** Of the line and the hash before it. */
  hash: string | null
  /** Whether it tells who came in, or may: an administrator reads these lines of everybody. */
  about_access: Generated<Flag>
  /** Of the call that wrote it. Null: by the command line, or of a version that did not note it. */
  address: string | null
  /** Null as well without a session, as at a sign-in that is refused. */
  session_id: number | null
}

/** How far each chain of the audit trail reaches, and where it begins once old lines went. */
interface AuditChainTable {
  chain: number
  lines: number
  /** Of the last line. */
  hash: string
  pruned_lines: number
  /** Of the last line that went. */
  pruned_hash: string
  /** Of the line at `sealed_lines`, of where the chain begins and of `unkeyed_lines`, with the trail's key. */
  seal: Generated<string | null>
  sealed_lines: Generated<number>
  /** Up to this one lines may stand without the key: versions wrote them that had none. */
  unkeyed_lines: Generated<number>
  /** The day, UTC, of which `day_lines` counts lines. */
  day: Generated<string | null>
  day_lines: Generated<number>
}
