import { pilotPaths, type CallDeclaration, type PilotPath } from '@eyrie/domain';
import { z } from 'zod';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Pilot } from './pilot-credentials.ts';

/** What a call of DJI Pilot 2 is made with. */
export interface PilotContext extends CallContext {
  pilot: Pilot;
}

/** Where the app finds something, instead of an answer. */
export class Elsewhere {
  /** On this server. */
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

export interface PilotCall {
  declaration: CallDeclaration;
  handle(request: unknown, context: PilotContext): Promise<unknown>;
}

/** Every request names a workspace: it is the caller's organisation, or there is none. */
type InWorkspace = z.ZodType<{ w: string }>;

const nothing = z.object({});

/** Ties a handler to a declared path; the guard has parsed the request before the handler runs. */
export const servePilot = <Request extends InWorkspace, Response extends z.ZodType = typeof nothing>(
  name: keyof typeof pilotPaths,
  request: Request,
  handle: (request: z.output<Request>, context: PilotContext) => Promise<z.input<Response> | Elsewhere>,
  response?: Response,
): PilotCall => {
  const path: PilotPath = pilotPaths[name];
  const declaration: CallDeclaration = { ...path, request, response: response ?? nothing };
  return {
    declaration,
    handle: async (asked, context) => {
      const given = asked as z.output<Request>;
      if (given.w !== context.caller.groupRoot) throw notFound();
      return handle(given, context);
    },
  };
};
