import { z } from 'zod'
import { settingKey } from '../src/schemas/gate/keys'
import { largestAllowance } from '../src/schemas/usage/allowances'
import { microsOf } from '../src/schemas/usage/money'
import { isLoopbackName } from './security/loopback'

const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .optional()
    .transform((value) => (value === undefined ? fallback : value === 'on' || value === 'true' || value === '1'))

/** The number of proxies before this server, each of which adds an address to `X-Forwarded-For`; `on` means one. */
const proxies = z
  .string()
  .regex(/^(?:on|off|true|false|\d)$/, 'must be on, off or a number up to 9')
  .default('off')
  .transform((value) => (value === 'on' || value === 'true' ? 1 : Number(value) || 0))

const seconds = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)

export const headerFields = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be header names'),
  z.string().regex(/^[\t -~]*$/),
)

const headers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be JSON, such as {"HTTP-Referer": "https://console.example"}')
      return z.NEVER
    }
  })
  .pipe(headerFields)

/** How long the server remembers posts of an account, and how long a dismissed mention can be restored. */
export const fewestHistoryDays = 90
const days = (min: number) => z.coerce.number().int().min(min).max(36_500).optional()

const ceiling = z
  .string()
  .optional()
  .transform((text, context) => {
    const amount = text === undefined ? null : microsOf(text)
    if (amount !== undefined) return amount
    context.addIssue('must be dollars, such as 25.00')
    return z.NEVER
  })

const allowance = z.coerce.number().int().min(0).max(largestAllowance).optional()

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** A server that others can reach refuses these unless ALLOW_UNSAFE names them. */
const unsafeNames = ['open-sign-up', 'no-tls'] as const
const unsafe = z
  .string()
  .default('')
  .transform((value) => value.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.enum(unsafeNames)))

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_WAIT_SECONDS: seconds(60, 3600),
  CREDENTIALS_KEY: z.string().optional(),
  X_API_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  X_BEARER_TOKEN: z.optional(settingKey('X_BEARER_TOKEN')),
  /** The operator's own app on X, for connecting accounts by X's consent page. */
  X_CLIENT_ID: z.optional(settingKey('X_CLIENT_ID')),
  X_CLIENT_SECRET: z.optional(settingKey('X_CLIENT_SECRET')),
  X_POST_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/$/, ''))
    .optional(),
  /** The posts that X lets this app reply to. */
  X_REPLY_RULE: z.enum(['summoned', 'open']).default('summoned'),
  /** X's rate card as JSON or the name of a file with JSON. By default, the prices in X's documentation. */
  X_PRICES: z.string().optional(),
  /** Ids on X of the accounts that own the apps: X charges less for their own posts. */
  X_APP_OWNERS: z
    .string()
    .default('')
    .transform((value) => value.split(/[,\s]+/).filter((id) => id !== ''))
    .pipe(z.array(z.string().regex(/^[0-9]{1,19}$/, 'must be ids on X, such as 2244994945,783214'))),
  /** The highest daily spending on X of each operator, in dollars. */
  X_DAILY_CEILING: ceiling,
  X_TIMEOUT_SECONDS: seconds(30, 120),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: z.optional(settingKey('OPENAI_API_KEY')),
  OPENAI_HEADERS: headers.optional(),
  OPENAI_TIMEOUT_SECONDS: seconds(60, 600),
  /** More model providers, as JSON or the name of a file with JSON. */
  MODEL_PROVIDERS: z.string().optional(),
  /**
   * Prices of models per million tokens, as JSON or the name of a file with JSON. Without this setting no price is
   * known.
   */
  MODEL_PRICES: z.string().optional(),
  /** The highest daily spending on models of each operator, in dollars. */
  MODEL_DAILY_CEILING: ceiling,
  /** True if drafts that fail the draft checks are written once more, which costs one more call for every 20 drafts. */
  REWRITE_DRAFTS: flag(true),
  /** Daily limits of each operator, unless an administrator sets others for that operator. */
  MODEL_CALLS_A_DAY: allowance,
  TOKENS_A_DAY: allowance,
  SENDS_A_DAY: allowance,
  STORED_MB_A_DAY: z.coerce.number().int().min(1).max(1_000_000).default(256),
  /** The highest number of lines that one operator's changes add to the audit trail in a day. */
  CHANGES_A_DAY: z.coerce.number().int().min(1000).max(100_000_000).default(200_000),
  /**
   * By default open in a sandbox that nobody else can reach. Elsewhere only the first operator signs up, and others need an
   * invitation.
   */
  SIGN_UP: z.enum(['open', 'closed']).optional(),
  PUBLIC_ORIGIN: z.string().refine(isOrigin, 'must be an origin, such as https://console.example').optional(),
  ALLOW_UNSAFE: unsafe,
  /** Operators who must set up a second factor first; nobody by default. */
  REQUIRE_SECOND_FACTOR: z.enum(['administrators', 'all']).optional(),
  AUTH_PASSWORD_MIN: z.coerce.number().int().min(6).max(128).default(6),
  /** The contact for reports of vulnerabilities in `/.well-known/security.txt`. */
  SECURITY_CONTACT: z
    .url({ protocol: /^(?:mailto|https|tel)$/ })
    .regex(/^[!-~]+$/, 'must be one address')
    .optional(),
  CORS_ORIGIN: z.string().refine(isOrigin, 'must be an origin, such as https://console.example').optional(),
  TRUST_PROXY: proxies,
  /** Required to read `/metrics` on the port of the API. */
  METRICS_TOKEN: z.optional(settingKey('METRICS_TOKEN').check(z.minLength(16, 'must have 16 characters or more'))),
  /** A separate port for `/metrics`. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Receives the ends of the audit trail's chains every minute: a file, or `log`. */
  AUDIT_ANCHOR: z.string().optional(),
  /** How long each is stored; without a setting, forever. */
  AUDIT_DAYS: days(1),
  /** For tasks without an open item. X may show an account's posts of the same age. */
  HISTORY_DAYS: days(fewestHistoryDays),
  ATTEMPTS_DAYS: days(7),
  POSTS_DAYS: days(7),
  IDEMPOTENCY_DAYS: days(7),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SETTLE_SECONDS: seconds(90, 3600),
  PROOF_SECONDS: seconds(600, 3600),
  AUTO_RESEND: flag(true),
  READ_BEFORE_POSTING: flag(true),
  /** The shortest pause between two readings of an account's mentions. */
  MENTIONS_SECONDS: seconds(60, 3600),
  /** True if X's activity stream reports mentions, if the app's own keys allow the stream. */
  X_STREAM: flag(true),
  /** A stream without data for this time is opened again. */
  X_STREAM_IDLE_SECONDS: seconds(300, 3600),
  /** The number of accounts of one operator that post at the same time. */
  POSTING_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(8),
})

export type Config = z.infer<typeof environment>

export const settingNames = Object.keys(environment.shape)

/**
 * Reads the configuration from environment variables. Whitespace around a value is removed, because files with secrets
 * often contain it.
 *
 * @throws Error that names every variable with a wrong value.
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()])
  const filled = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Configuration: ${problems.join('; ')}`)
  }
  refuseExposed(parsed.data)
  const { METRICS_HOST, METRICS_PORT, METRICS_TOKEN } = parsed.data
  if (METRICS_PORT !== undefined && METRICS_TOKEN === undefined && !isLoopbackName(METRICS_HOST)) {
    throw new Error(`Configuration: METRICS_HOST=${METRICS_HOST} can be reached by others, so set METRICS_TOKEN`)
  }
  if ((parsed.data.X_CLIENT_ID === undefined) !== (parsed.data.X_CLIENT_SECRET === undefined)) {
    throw new Error('Configuration: X_CLIENT_ID and X_CLIENT_SECRET belong together: set both or neither')
  }
  return parsed.data
}

/** Whether only this machine reaches the server. */
export const isLoopback = ({ HOST }: Pick<Config, 'HOST'>): boolean => isLoopbackName(HOST)

/** True if others may reach the server, directly or through a proxy on this machine. */
export const isReachable = (config: Config): boolean =>
  !isLoopback(config) || config.PUBLIC_ORIGIN !== undefined || config.TRUST_PROXY > 0

export const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, '')

const refuseExposed = (config: Config): void => {
  const { HOST, SIGN_UP, PUBLIC_ORIGIN, ALLOW_UNSAFE } = config
  const isPlain = PUBLIC_ORIGIN?.startsWith('http:') && !(isLoopback(config) && isLoopbackName(hostOf(PUBLIC_ORIGIN)))
  if (isPlain && !ALLOW_UNSAFE.includes('no-tls')) {
    throw new Error(
      `Configuration: people use PUBLIC_ORIGIN=${PUBLIC_ORIGIN} without TLS: put a proxy with TLS in front of it, or set ALLOW_UNSAFE=no-tls`,
    )
  }
  if (isLoopback(config)) return
  const beyond = `Configuration: HOST=${HOST} can be reached by others`
  if (PUBLIC_ORIGIN === undefined) {
    throw new Error(`${beyond}: set PUBLIC_ORIGIN to the address that people use, such as https://console.example`)
  }
  if (SIGN_UP === 'open' && !ALLOW_UNSAFE.includes('open-sign-up')) {
    throw new Error(`${beyond}, and SIGN_UP=open lets anybody sign up: set ALLOW_UNSAFE=open-sign-up if you want that`)
  }
}
