import type { Generated } from 'kysely'
import type { ApiTokenScope } from '../../../src/schemas/security/apiTokens'
import type { Flag, Timestamp } from './columns'

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
  /** Triggers of the database renew it after every change that affects the operator's list of accounts. */
  accounts_revision: Generated<string>
  /** Triggers of the database renew it after every change of the operator's characters. */
  roles_revision: Generated<string>
  /** 1: may invite, disable and delete operators. */
  is_admin: Generated<Flag>
  /** After this time the operator cannot sign in, and nothing of theirs is sent. */
  disabled_at: Timestamp | null
  /** The operator's handle in their passkeys: 32 random bytes, base64url. Null before the first passkey. */
  passkey_handle: Generated<string | null>
  /** A notice that the console shows until the operator dismisses it. */
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
  /** The absolute end of the session, even if it is in use. */
  expires_at: Timestamp
  /** The address at sign-in. */
  address: string | null
  /** The browser's `User-Agent`, truncated. */
  device: string | null
  /**
   * When the second factor was last given in this session; the password counts if the operator has no second factor.
   */
  confirmed_at: Timestamp | null
  /** Wrong passwords, codes and passkeys since then. */
  failed_confirmations: Generated<number>
}

interface SecondFactorTable {
  user_id: number
  /** Sealed. */
  secret: string
  /** Null until a first code proves that the authenticator app has the secret. Sign-in asks for no code before that. */
  enrolled_at: Timestamp | null
  /** The time step, of 30 seconds, of the last accepted code. No code is accepted twice. */
  last_step: number
  wrong_codes: number
  /** When the first of them was given. */
  wrong_since: Timestamp
}

/** A row is deleted when its code is used. */
interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** SHA-256, hex: a code has 120 random bits. */
  code_hash: string
}

/** Sign-ins with a correct password that wait for a code. */
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
  /** The authenticator's id, base64url. */
  credential_id: string
  /** COSE_Key (RFC 9052), base64url. */
  public_key: string
  /** The authenticator's count of its signatures; 0 if it does not count. */
  counter: number
  /** The ways in which a browser reaches the authenticator, separated by commas. */
  transports: string
  label: string
  /** 1 if the passkey was backed up at its last use. */
  synced: Flag
  created_at: Timestamp
  last_used_at: Timestamp | null
  /** When the passkey was blocked: its counter went back, which suggests a copy, or a restored backup contained it. */
  blocked_at: Timestamp | null
}

/** A challenge for a passkey. The first answer deletes it, even a wrong one. */
interface PasskeyChallengeTable {
  id: Generated<number>
  /** SHA-256, hex: it has 256 random bits. */
  challenge_hash: string
  /** The purpose, and the session or sign-in. */
  bound_to: string
  expires_at: Timestamp
}

/** A token for an operator's scripts and agents. */
interface ApiTokenTable {
  id: Generated<number>
  owner_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  name: string
  scope: ApiTokenScope
  created_at: Timestamp
  expires_at: Timestamp
  /** Null before the first use. Updated at most once a minute, with the caller's address. */
  last_used_at: Timestamp | null
  last_address: string | null
}

/** One-time links: invitations and password resets. */
interface PassTable {
  id: Generated<number>
  /** SHA-256 of the opaque token, hex. */
  token_hash: string
  /** The operator whose password the link sets; null for an invitation and for the first operator. */
  user_id: number | null
  /** Null for a link of the previous version. */
  purpose: 'invitation' | 'setup' | 'reset' | null
  /** The creator; null for the command line, the server itself and a server of the previous version. */
  issuer_id: number | null
  created_at: Timestamp
  expires_at: Timestamp
}

interface AuditTable {
  id: Generated<number>
  /** Null if nobody was signed in. */
  owner_id: number | null
  at: Timestamp
  action: string
  subject: string | null
  detail: string | null
  /**
   * The owner of the chain, even if the operator was deleted; 0 if nobody was signed in. Null: a line from before the
   * chains.
   */
  chain: number | null
  /** The position in the chain, from 1. */
  position: number | null
  /** The hash of this line and the previous hash. */
  hash: string | null
  /** 1 for lines about sign-ins and permissions, which administrators read for all operators. */
  about_access: Generated<Flag>
  /** The address of the call. Null on the command line and in lines of earlier versions. */
  address: string | null
  /** Null also without a session, for example for a refused sign-in. */
  session_id: number | null
}

/** The end of each chain of the audit trail, and its beginning after old lines were removed. */
interface AuditChainTable {
  chain: number
  lines: number
  /** The hash of the last line. */
  hash: string
  pruned_lines: number
  /** The hash of the last removed line. */
  pruned_hash: string
  /** Seals the line at `sealed_lines`, the beginning of the chain and `unkeyed_lines` with the trail's key. */
  seal: Generated<string | null>
  sealed_lines: Generated<number>
  /** Lines up to this position may lack the key, because earlier versions wrote them without a key. */
  unkeyed_lines: Generated<number>
  /** The UTC day of `day_lines`. */
  day: Generated<string | null>
  day_lines: Generated<number>
}
