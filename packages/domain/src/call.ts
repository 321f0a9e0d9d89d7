import type { OrganisationPart } from './organisation/organisation.topics.ts';
import type { z } from 'zod';
import type { RefusalReason } from './envelope.ts';
import { httpLimits } from './limits-http.ts';
import type { Resource } from './permission/resources.ts';

/** Who may make a call: anyone, anyone signed in, or holders of any one of the listed resources. */
export type CallPermission = 'public' | 'session' | readonly [Resource, ...Resource[]];

/** Words of the audit log, or the reason for none. */
export type Audited = string | readonly [string, ...string[]] | { readonly none: string };

export interface CallDeclaration<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Calls of the product are GET or POST; DJI Pilot 2 knows the others too. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path, with `{id}` for a path parameter. */
  path: string;
  /**
   * Whether everything stays as it is when the call is taken; a row of the audit log is no change. A GET that changes
   * takes the header token only, never the cookie.
   */
  effect: 'reads' | 'changes';
  /** What is written to the audit log when the call is done, as `word.verb`; `none` says why nothing is. */
  audit?: Audited;
  /**
   * The room writes down by itself why it refused the call, but for these reasons, which are written for it because
   * its own rows come later. Missing: all are written for it.
   */
  refusalsWritten?: readonly RefusalReason[];
  /** A change that goes on during maintenance. */
  maintenance?: 'passes';
  /** A change that is open to somebody who looks at the product as the holder of a role would see it. */
  whileViewing?: true;
  /** Reasons of its own for which it may be refused, beside those that its other facts bring: `refusalsOf`. */
  refuses?: readonly RefusalReason[];
  /** What of an organisation is another when it is done: every open console of it asks for that again. */
  publishes?: OrganisationPart;
  /** Works by its own means while the database is away. */
  withoutDatabase?: true;
  summary: string;
  permission: CallPermission;
  /** JSON body of a POST, query of a GET (then every value is text). Path parameters are part of it. */
  request: Request;
  response: Response;
  /** Set when the POST carries one file as multipart field `file`; `request` is then the other fields. */
  upload?: {
    maxBytes: number;
    /** Too big for memory: the handler is given a file of ours instead of bytes. */
    toDisk?: true;
    /** Small enough that some at a time are kept in memory on their way: a disk writes those once instead of twice. */
    inPieces?: true;
  };
  /** How large its body may be, and in how many ms the whole request must have arrived; missing: as `limits.http` says. */
  arrival?: { readonly maxBytes?: number; readonly within?: number };
  /** Answers bytes instead of the envelope, of one of these content types. */
  bytes?: string | readonly string[];
  /** So many a minute from one address, counted together with all calls whose rate has the same name. */
  rate?: { readonly name: string; readonly perMinute: number };
  /**
   * A change that may be sent again when no answer came: its `key` says that it is the same one, and it is done once. A
   * reading may always be sent again; any other change never.
   */
  repeat?: 'key';
  /** A GET of a picture or stream that the browser fetches by itself and so may use the cookie. */
  cookieAllowed?: true;
  /** Whether access tokens may make it, where the rule for all calls (`isOpenToTokens`) does not say it. An order never. */
  tokens?: 'open' | 'closed';
  /** The only calls open to a member who must change the password first. */
  whileMustChange?: true;
}

/** A change that says nothing of the audit log does not compile. */
export const call = <Request extends z.ZodType, Response extends z.ZodType>(
  declaration: CallDeclaration<Request, Response> &
    ({ effect: 'reads' } | { effect: 'changes'; audit: Audited }),
): CallDeclaration<Request, Response> => declaration;

/** Actions that a call may write to the audit log when it is done, as `word.verb`. */
export const auditActions = ({ audit }: Pick<CallDeclaration, 'audit'>): readonly string[] => {
  if (audit === undefined || (typeof audit === 'object' && 'none' in audit)) return [];
  return typeof audit === 'string' ? [audit] : audit;
};

/** Whether a refusal for a reason is written to the audit log for the room: of every change, and of every reading that is written down. */
export const writesRefusal = (declaration: CallDeclaration, reason: RefusalReason): boolean =>
  (declaration.effect === 'changes' || auditActions(declaration).length > 0) &&
  (declaration.refusalsWritten?.includes(reason) ?? true);

/** What is refused before a room has anything to write about. */
export const refusedBeforehand = [
  'invalid',
  'notFound',
  'keyReused',
] as const satisfies readonly RefusalReason[];

/** What a multipart body has around its file. */
const besideFile = 100_000;

/** Bounds of a request: bytes of its body, and ms until it has arrived. Each part of a file has its own time. */
export const arrivalOf = ({ arrival, upload }: Pick<CallDeclaration, 'arrival' | 'upload'>) => ({
  maxBytes: arrival?.maxBytes ?? (upload ? upload.maxBytes + besideFile : httpLimits.bodyBytes),
  within: arrival?.within ?? httpLimits.requestTimeout,
});

/** Content types of the bytes that a call answers; empty where it answers an envelope. */
export const bytesOf = ({ bytes = [] }: Pick<CallDeclaration, 'bytes'>): readonly string[] =>
  typeof bytes === 'string' ? [bytes] : bytes;

const ofAny: readonly RefusalReason[] = ['internal', 'startingUp', 'databaseDown'];
const ofAsking: readonly RefusalReason[] = [
  'malformed',
  'invalid',
  'tooLarge',
  'tooDeep',
  'unsupportedMediaType',
  'notFound',
];
const ofChanges: readonly RefusalReason[] = ['conflict', 'noRoom'];

/** Every reason for which a call may be refused. */
export const refusalsOf = (declaration: CallDeclaration): ReadonlySet<RefusalReason> => {
  const { effect, permission, rate, whileMustChange, whileViewing, maintenance } = declaration;
  const changes = effect === 'changes';
  return new Set([
    ...ofAny,
    ...ofAsking,
    ...(permission === 'public' ? [] : (['notSignedIn', 'notAllowed', 'tokenRefused', 'tokenRate'] as const)),
    ...(permission === 'public' || whileMustChange ? [] : (['mustChangePassword', 'mustSetUp'] as const)),
    ...(changes ? ofChanges : []),
    ...(changes && !whileViewing ? (['viewOnly'] as const) : []),
    ...(changes && maintenance !== 'passes' ? (['maintenance'] as const) : []),
    ...(changes || auditActions(declaration).length > 0 ? (['auditBlocked'] as const) : []),
    ...(rate ? (['tooManyRequests'] as const) : []),
    ...(declaration.upload ? (['tooManyFiles'] as const) : []),
    ...(declaration.refuses ?? []),
  ]);
};

/** Whether the same request may be sent again after no answer came. */
export const mayRepeat = ({ effect, repeat }: Pick<CallDeclaration, 'effect' | 'repeat'>): boolean =>
  effect === 'reads' || repeat === 'key';

/** Reasons that a room declares, as what a call may be refused for. */
export const reasonsOf = <R extends RefusalReason>(refusals: Readonly<Record<R, number>>): readonly R[] =>
  Object.keys(refusals) as R[];

export type RequestOf<C> = C extends CallDeclaration<infer R> ? z.input<R> : never;
export type ParsedRequestOf<C> = C extends CallDeclaration<infer R> ? z.output<R> : never;
export type ResponseOf<C> = C extends CallDeclaration<z.ZodType, infer R> ? z.output<R> : never;

/** Last word of the path without `.rest`: `add` of `/nebula-five/uavdock/add.rest`. Used in `allowed[]` and challenges. */
export const lastWord = (declaration: CallDeclaration): string =>
  declaration.path.split('/').at(-1)?.replace('.rest', '') ?? '';
