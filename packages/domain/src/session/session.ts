import { z } from 'zod';
import { secret } from '../secret.ts';
import { oid, rawText, sentInstant } from '../shape.ts';

/** One open session as lists show it. Its token is never part of it. */
export const sessionRecord = z.object({
  oid,
  memberOID: oid,
  account: z.string(),
  name: z.string(),
  groupOID: oid,
  groupName: z.string(),
  since: sentInstant,
  lastUsedAt: sentInstant,
  expiresAt: sentInstant,
  address: z.string().nullable(),
  /** Such as `Chrome 153 · Windows`. */
  device: z.string().nullable(),
  remembered: z.boolean(),
  /** The session that asks. */
  current: z.boolean(),
  allowed: z.array(z.string()),
});
export type SessionRecord = z.output<typeof sessionRecord>;

/** The state of a member's authenticator app. */
export const authenticatorState = z.object({
  enabled: z.boolean(),
  since: sentInstant.nullable(),
  /** Recovery codes that are still good. */
  recoveryLeft: z.number().int(),
  /** The organisation wants everybody to have one. */
  required: z.boolean(),
});
export type AuthenticatorState = z.output<typeof authenticatorState>;

/** What a new authenticator is set up with. */
export const authenticatorSecret = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** `otpauth://…`, for the picture. */
  uri: z.string(),
});
export type AuthenticatorSecret = z.output<typeof authenticatorSecret>;

/** A code of the app, or one of the recovery codes. */
export const oneTimePassword = secret(
  z
    .string()
    .min(6)
    .max(24)
    .regex(/^[0-9A-Za-z -]+$/),
);

/** Passwords are only measured here; the rule of each form is checked where one is set. */
export const passwordText = secret(rawText(128, 1));
