import type { CallDeclaration } from '@eyrie/domain';
import type { CallContext, Endpoint, Handler } from '../http/endpoint.ts';
import type { Counted } from './read.ts';

/** The part of a list that ordinary calls reach. */
interface Served {
  query(request: never, context: CallContext): Promise<unknown>;
  count(request: never, context: CallContext): Promise<Counted>;
  get(oid: string, context: CallContext): Promise<unknown>;
  add(request: never, context: CallContext): Promise<unknown>;
  edit(request: never, context: CallContext): Promise<unknown>;
  restore(oids: readonly string[], context: CallContext): Promise<void>;
  remove(oids: readonly string[], context: CallContext): Promise<void>;
  history(oid: string, context: CallContext): Promise<unknown>;
}
type Calls = Readonly<Record<string, CallDeclaration>>;
type Ordinary =
  | 'query'
  | 'queryCount'
  | 'query4Dep'
  | 'get'
  | 'add'
  | 'edit'
  | 'remove'
  | 'restore'
  | 'history';
/** Calls of its own every room serves itself; an ordinary one only where the kit's does not fit. */
export type OwnCalls<C extends Calls> = {
  [K in Exclude<keyof C, Ordinary>]: Handler<C[K]>;
} & { [K in keyof C & Ordinary]?: Handler<C[K]> };

const ordinary = (list: Served): Record<Ordinary, Endpoint['handle']> => ({
  query: (request, context) => list.query(request as never, context),
  query4Dep: (request, context) => list.query(request as never, context),
  queryCount: async (request, context) => {
    const { total, ...more } = await list.count(request as never, context);
    return { count: total, ...more };
  },
  get: (request, context) => list.get((request as { oid: string }).oid, context),
  add: (request, context) => list.add(request as never, context),
  edit: (request, context) => list.edit(request as never, context),
  remove: async (request, context) => {
    await list.remove((request as { oids: string[] }).oids, context);
    return { ok: true };
  },
  restore: async (request, context) => {
    await list.restore((request as { oids: string[] }).oids, context);
    return { ok: true };
  },
  history: (request, context) => list.history((request as { oid: string }).oid, context),
});

/**
 * The endpoints of a room: ordinary calls by its list, the others by the room.
 * @throws when a call is served by nobody
 */
export function serveList<C extends Calls>(calls: C, list: Served, own: OwnCalls<C>): Endpoint[] {
  const handlers: Record<string, unknown> = { ...ordinary(list), ...own };
  return Object.entries(calls).map(([name, declaration]) => {
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handle) throw new Error(`nobody serves ${declaration.path}`);
    return { declaration, handle: handle as Endpoint['handle'] };
  });
}
