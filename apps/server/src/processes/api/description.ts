import about from '../../../package.json' with { type: 'json' };
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/endpoint.ts';
import { asyncApi } from '../../platform/http/asyncapi.ts';
import { asyncApiPage } from '../../platform/http/asyncapi-page.ts';
import { openApi } from '../../platform/http/openapi.ts';
import { referencePage } from '../../platform/http/reference-page.ts';
import { Refusal } from '../../platform/http/refusal.ts';

interface DescriptionDependencies {
  signedIn(request: FastifyRequest): Promise<Caller | null>;
  /** Where devices find the broker; empty while it is not known. */
  brokerUrl(): string;
}

/** The descriptions of the calls and of the contract of open devices, for those who are signed in. */
export const registerDescription = (
  app: FastifyInstance,
  { signedIn, brokerUrl }: DescriptionDependencies,
): void => {
  const described = {
    '/openapi.json': () => openApi(about.version),
    '/asyncapi.json': () => asyncApi(about.version, brokerUrl()),
  };
  const pages = { '/openapi': referencePage, '/asyncapi': () => asyncApiPage(about.version, brokerUrl()) };
  for (const [path, describe] of Object.entries(described))
    app.get(path, async (request) => {
      if (!(await signedIn(request))) throw new Refusal('notSignedIn');
      return describe();
    });
  for (const [path, page] of Object.entries(pages))
    app.get(path, async (request, reply) => {
      if (!(await signedIn(request))) throw new Refusal('notSignedIn');
      return reply.type('text/html; charset=utf-8').send(page());
    });
};
