import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts short secrets with AES-256-GCM. A secret encrypted for one place cannot be decrypted for another. */
export interface Vault {
  /** @param place the owner of the secret, for example `accounts/1/name/api_key`; authenticated, not stored. */
  seal(plain: string, place: string): string
  /** @throws Error if the key is unknown, the place differs, or the text was changed. */
  open(sealed: string, place: string): string
  /** The beginning of every text that the newest key encrypted. */
  readonly prefix: string
}

interface Key {
  id: string
  bytes: Buffer
}

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivLength = 12

/** @param keys 32 bytes each: the first encrypts, all of them decrypt. */
export const createVault = (keys: [Buffer, ...Buffer[]]): Vault => {
  const [first, ...older] = [identify(keys[0]), ...keys.slice(1).map(identify)] as const
  const known = new Map([first, ...older].map((key) => [key.id, key]))
  const nextIv = createIvSource()

  return {
    prefix: `${version}.${first.id}.`,
    seal(plain, place) {
      const iv = nextIv()
      const cipher = createCipheriv(algorithm, first.bytes, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, first.id, iv.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, place) {
      const [format, id = '', iv = '', body = ''] = sealed.split('.')
      const key = known.get(id)
      if (format !== version || !key)
        throw new Error('Vault: encrypted with a key that is not configured (CREDENTIALS_KEY)')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * Reads random bytes in blocks and uses none twice: a system call for each 12 bytes takes longer than the encryption.
 */
const createIvSource = () => {
  let pool = Buffer.alloc(0)
  return (): Buffer => {
    if (pool.length < ivLength) pool = randomBytes(ivLength * 256)
    const iv = pool.subarray(0, ivLength)
    pool = pool.subarray(ivLength)
    return iv
  }
}

/** The id distinguishes keys and reveals nothing about them. */
const identify = (bytes: Buffer): Key => ({
  id: createHash('sha256').update('credentials key id').update(bytes).digest('hex').slice(0, 8),
  bytes,
})

/**
 * Reads the keys of `CREDENTIALS_KEY` (base64, comma-separated, newest first), else the key in `credentials.key` of the
 * data folder. The first start creates this file, readable only by its owner.
 *
 * @throws Error that names the key that is not 32 bytes of base64.
 */
export const readKeys = (configured: string | undefined, dataDir: string): [Buffer, ...Buffer[]] => {
  const source = configured ?? keyFile(dataDir)
  const name = configured === undefined ? join(dataDir, 'credentials.key') : 'CREDENTIALS_KEY'
  const [first, ...older] = source.split(',').map((text, index) => decode(text.trim(), `${name}, key ${index + 1}`))
  if (!first) throw new Error(`${name} is empty`)
  return [first, ...older]
}

const decode = (text: string, name: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new Error(`${name}: must be 32 bytes in base64 (openssl rand -base64 32)`)
  return bytes
}

const keyFile = (dataDir: string): string => {
  const file = join(dataDir, 'credentials.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Flushed to the disk before its first use, so that encrypted secrets survive a power cut.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  }
  if (process.platform !== 'win32' && (statSync(file).mode & forOthers) !== 0) {
    throw new Error(`${file} can be read by others on this machine: run chmod 600 on it`)
  }
  return readFileSync(file, 'utf8')
}

/** Permission bits of group and others. */
const forOthers = 0o077
