import type { z } from 'zod';
import type { Resource } from './permission/resources.ts';

/** Who may make a call: anyone, anyone signed in, or holders of any one of the listed resources. */
export type CallPermission = 'public' | 'session' | readonly [Resource, ...Resource[]];

export interface CallDeclaration<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST';
  /** Full path, with `{id}` for a path parameter. */
  path: string;
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
  /** A GET that changes state: only with the header token, never by cookie. */
  changesState?: true;
  /** Answers bytes instead of the envelope: the content type. */
  bytes?: string;
  /** A GET of a picture or stream that the browser fetches by itself and so may use the cookie. */
  cookieAllowed?: true;
  /** The only calls open to a member who must change the password first. */
  whileMustChange?: true;
}

export const call = <Request extends z.ZodType, Response extends z.ZodType>(
  declaration: CallDeclaration<Request, Response>,
): CallDeclaration<Request, Response> => declaration;

export type RequestOf<C> = C extends CallDeclaration<infer R> ? z.input<R> : never;
export type ParsedRequestOf<C> = C extends CallDeclaration<infer R> ? z.output<R> : never;
export type ResponseOf<C> = C extends CallDeclaration<z.ZodType, infer R> ? z.output<R> : never;

/** Last word of the path without `.rest`: `add` of `/nebula-five/uavdock/add.rest`. Used in `allowed[]` and challenges. */
export const lastWord = (declaration: CallDeclaration): string =>
  declaration.path.split('/').at(-1)?.replace('.rest', '') ?? '';
