import { request } from 'node:http'

export interface Reply {
  status: number
  body: string
  /** From the first byte sent to the last received. */
  millis: number
}

export interface Asked {
  method?: string
  url: string
  body?: object
  token?: string
  /** The caller's address, one of 127.0.0.0/8: Linux accepts all of them. */
  address?: string
}

export const ask = ({ method = 'GET', url, body, token, address = '127.0.0.1' }: Asked): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const call = request(url, {
      method,
      localAddress: address,
      agent: false,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, millis: performance.now() - started }),
      )
    })
    call.end(body ? JSON.stringify(body) : undefined)
  })

export const signIn = (url: string, email: string, password: string, address: string): Promise<Reply> =>
  ask({ method: 'POST', url: `${url}/api/v1/auth/login`, body: { email, password }, address })

/** @param share 0.5 for the median, 0.99 for p99. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The number-th unused address of 127.0.0.0/8, from 0. */
export const addressAt = (number: number): string => `127.${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
