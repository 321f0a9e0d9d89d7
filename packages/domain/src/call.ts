import type { z } from 'zod';
import type { RefusalReason } from './envelope.ts';
import type { Resource } from './permission/resources.ts';

/** Who may make a call: anyone, anyone signed in, or holders of any one of the listed resources. */
export type CallPermission = 'public' | 'session' | readonly [Resource, ...Resource[]];

/** Words of the audit log, or the reason for none. */
export type Audited = string | readonly [string, ...string[]] | { readonly none: string };

export interface CallDeclaration<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST';
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
  };
  /** Answers bytes instead of the envelope: the content type. */
  bytes?: string;
  /** A GET of a picture or stream that the browser fetches by itself and so may use the cookie. */
  cookieAllowed?: true;
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

export type RequestOf<C> = C extends CallDeclaration<infer R> ? z.input<R> : never;
export type ParsedRequestOf<C> = C extends CallDeclaration<infer R> ? z.output<R> : never;
export type ResponseOf<C> = C extends CallDeclaration<z.ZodType, infer R> ? z.output<R> : never;

/** Last word of the path without `.rest`: `add` of `/nebula-five/uavdock/add.rest`. Used in `allowed[]` and challenges. */
export const lastWord = (declaration: CallDeclaration): string =>
  declaration.path.split('/').at(-1)?.replace('.rest', '') ?? '';
