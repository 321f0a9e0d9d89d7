import { z } from 'zod';
import {
  allCalls,
  arrivalOf,
  auditActions,
  bytesOf,
  extraPaths,
  isOpenToTokens,
  mayRepeat,
  refusalsOf,
  refusalStatus,
  webhookEvents,
  webhookExamples,
  webhookMessage,
  webhookSummaries,
  type CallDeclaration,
} from '@eyrie/domain';

const envelopeOf = (data: object) => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
});

/** A declared shape as JSON schema, for a description that names its own dialect. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _drop, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Who may make a call, in one text. */
export const permissionText = (
  { permission }: { permission: string | readonly string[] },
  between = ' | ',
): string => (typeof permission === 'string' ? permission : permission.join(between));

const parametersOf = (declaration: CallDeclaration) => {
  const schema = schemaOf(declaration.request, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const names = Object.keys(schema.properties ?? {});
  const inPath = new Set([...declaration.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  return names
    .filter((name) => declaration.method === 'GET' || inPath.has(name))
    .map((name) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (schema.required ?? []).includes(name),
      schema: schema.properties?.[name] ?? {},
    }));
};

const bodyOf = (declaration: CallDeclaration) => {
  if (declaration.method === 'GET') return {};
  const schema = schemaOf(declaration.request, 'input') as { properties?: Record<string, unknown> };
  if (!declaration.upload)
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const file = { type: 'string', format: 'binary' };
  return {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file } } },
      },
    },
  };
};

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});

/** Answers of a call by their status: the reasons that it may be refused for. */
const refusedBy = (declaration: CallDeclaration) => {
  const reasons = [...refusalsOf(declaration)];
  const byStatus = Object.groupBy(reasons, (reason) => refusalStatus[reason]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [status, refused(group.join(', '))]),
  );
};

const operationOf = (declaration: CallDeclaration) => ({
  summary: declaration.summary,
  description: `Allowed for: ${permissionText(declaration)}`,
  tags: [declaration.path.split('/')[2] ?? 'other'],
  'x-permission': declaration.permission,
  'x-effect': declaration.effect,
  'x-repeat': mayRepeat(declaration),
  ...(declaration.method === 'POST' ? { 'x-body-bytes': arrivalOf(declaration).maxBytes } : {}),
  'x-arrival-ms': arrivalOf(declaration).within,
  ...(declaration.rate ? { 'x-rate-per-minute': declaration.rate.perMinute } : {}),
  ...(declaration.upload ? { 'x-upload-bytes': declaration.upload.maxBytes } : {}),
  ...(auditActions(declaration).length > 0 ? { 'x-audit': auditActions(declaration) } : {}),
  'x-access-tokens': isOpenToTokens(declaration),
  ...(declaration.permission === 'public'
    ? {}
    : { security: [{ authToken: [] }, ...(isOpenToTokens(declaration) ? [{ accessToken: [] }] : [])] }),
  parameters: parametersOf(declaration),
  ...bodyOf(declaration),
  responses: {
    200: declaration.bytes
      ? {
          description: 'bytes',
          content: Object.fromEntries(
            bytesOf(declaration).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
          ),
        }
      : {
          description: 'success',
          content: { 'application/json': { schema: envelopeOf(schemaOf(declaration.response, 'output')) } },
        },
    ...refusedBy(declaration),
    default: refused('refused'),
  },
});

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** What is sent to a webhook, whatever the event: the headers of Standard Webhooks. */
const sentHeaders = [
  header('webhook-id', 'The same at every attempt', 'msg_0199c0de-0000-7000-8000-000000000001'),
  header('webhook-timestamp', 'Seconds since 1970 of this attempt', '1795856400'),
  header('webhook-signature', '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64', 'v1,…'),
];

/** Events as OpenAPI 3.1 has them, from the shapes that what is sent is checked against. */
const webhooksOf = () =>
  Object.fromEntries(
    webhookEvents.map((event) => [
      event,
      {
        post: {
          summary: webhookSummaries[event],
          tags: ['webhooks'],
          parameters: sentHeaders,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(webhookMessage(event), 'output'),
                example: { type: event, timestamp: '2026-11-28T09:18:31.000Z', data: webhookExamples[event] },
              },
            },
          },
          responses: {
            '2XX': { description: 'taken' },
            default: { description: 'not taken: sent again later under the same id' },
          },
        },
      },
    ]),
  );

/** The whole API as OpenAPI 3.1, made from the same declarations that guard it. */
export const openApi = (version: string): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const declaration of allCalls)
    paths[declaration.path] = {
      ...paths[declaration.path],
      [declaration.method.toLowerCase()]: operationOf(declaration),
    };
  for (const extra of extraPaths)
    paths[extra.path] = {
      ...paths[extra.path],
      [extra.method.toLowerCase()]: {
        summary: extra.summary,
        description: `Allowed for: ${permissionText(extra)}`,
        responses: {
          200: { description: 'success' },
          ...Object.fromEntries(
            Object.entries(extra.refusals ?? {}).map(([status, description]) => [status, { description }]),
          ),
        },
      },
    };
  return {
    openapi: '3.1.0',
    info: { title: 'Eyrie', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
        authToken: {
          type: 'apiKey',
          in: 'header',
          name: 'authToken',
          description: 'The session of a member',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal or service access token: scoped, with an end and a rate, revocable, and never for orders to devices',
        },
      },
      schemas: {
        Refusal: envelopeOf({
          type: 'object',
          required: ['reason'],
          properties: {
            reason: { type: 'string' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  path: { type: 'string' },
                  rule: { type: 'string' },
                  message: { type: 'string' },
                },
              },
            },
          },
        }),
      },
    },
  };
};

/** One line a call: METHOD path resources. */
export const callLines = (): string[] =>
  [...allCalls, ...extraPaths]
    .map((one) => `${one.method} ${one.path} ${permissionText(one, '|')}`)
    .toSorted();
