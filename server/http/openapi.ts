import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { openapiTags } from './calls'
import { apiBase } from './define'
import { type PreparedAnswer, plainAnswer } from './preparedAnswer'

/**
 * Serves the OpenAPI 3.1 document of every route that is registered later. `/tasks/` appears as `/tasks`, which answers
 * the same, because linters report a trailing slash as a mistake.
 */
export const registerOpenApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Auto Comment Bot',
        version: '1.0.0',
        description: 'Drafts replies to posts on X with AI characters and posts them through connected accounts.',
        contact: { name: 'Auto Comment Bot', email: 'hello@example.com' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: apiBase, description: 'This server' }],
      tags: Object.entries(openapiTags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token from signing in.' },
          readToken: { type: 'http', scheme: 'bearer', description: 'An API token with the scope read.' },
          draftToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token with the scope draft, which includes the scope read.',
          },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document)
      return { schema, url: url.replace(/\/$/, '') }
    },
    stripBasePath: true,
  })
  let document: PreparedAnswer | undefined
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, (request, reply) => {
    document ??= plainAnswer(JSON.stringify(app.swagger()))
    return document.send(request, reply)
  })
}
