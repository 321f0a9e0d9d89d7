import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import svgCaptcha, { type ConfigObject } from 'svg-captcha';
import { captchaRate, limits, oid as oidShape } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { createAddressLimiter } from './address-limiter.ts';
import { insertCaptcha, takeCaptcha } from './login.store.ts';

/** The package draws a given text when called itself; its types only know the form that also makes up the text. */
const draw = svgCaptcha as unknown as (text: string, options: ConfigObject) => string;

/** Without characters that look alike once they are bent. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface CaptchaService {
  /** @throws Refusal `tooManyRequests` beyond 30 a minute from one address. */
  create(address: string): Promise<{ captchaId: string; image: string; expiresAt: number }>;
  /** Uses a captcha up, right or wrong. */
  solve(captchaId: string, answer: string): Promise<boolean>;
}

/** The captcha's own id is the salt, so that equal answers do not look equal. */
const answerHash = (captchaId: string, answer: string): Buffer =>
  createHash('sha256').update(`${captchaId}:${answer.trim().toLowerCase()}`).digest();

export function createCaptchaService(
  runtime: Pick<Runtime, 'db' | 'clock' | 'serverTime' | 'newOid'>,
): CaptchaService {
  const limit = createAddressLimiter(runtime, captchaRate);
  return {
    async create(address) {
      await limit(address);
      const captchaId = runtime.newOid();
      const answer = Array.from({ length: limits.captcha.length }, () => signs[randomInt(signs.length)]).join(
        '',
      );
      const expiresAt = runtime.serverTime() + limits.captcha.life;
      const hash = answerHash(captchaId, answer);
      await insertCaptcha(runtime.db, { oid: captchaId, answerHash: hash, expiresAt: new Date(expiresAt) });
      // The drawing consists of paths; there is no text in it to read.
      const svg = draw(answer, { noise: 3, width: 120, height: 44, fontSize: 48 });
      return {
        captchaId,
        image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
        expiresAt,
      };
    },
    async solve(captchaId, answer) {
      if (!oidShape.safeParse(captchaId).success) return false;
      const taken = await takeCaptcha(runtime.db, captchaId);
      if (!taken || taken.expiresAt.getTime() <= runtime.serverTime()) return false;
      return timingSafeEqual(taken.answerHash, answerHash(captchaId, answer));
    },
  };
}
