import { z } from 'zod';

/** What an organisation has decided for itself. A missing or broken value counts as not decided. */
export const organisationPolicy = z.object({
  /** The strong password form everywhere, also where members change their own. */
  strongPasswords: z.boolean().catch(false),
  /** A captcha with every sign-in. */
  captchaAlways: z.boolean().catch(false),
  /** Names of docks and aircraft are Chinese only. */
  nameChineseOnly: z.boolean().catch(true),
});
export type OrganisationPolicy = z.output<typeof organisationPolicy>;
