import type { HealthItem } from '@eyrie/domain';
import type { DeviceLanguage } from './errors.ts';
import { explanationId, meanings } from './explanation-id.ts';
import { fillMarks } from './placeholders.ts';

/**
 * Own short wording of an alarm. In flight the wording for the air comes first. A code nobody wrote down is
 * shown as it was sent. An argument the device left out leaves its word out.
 */
export const hmsText = (item: Omit<HealthItem, 'text'>, language: DeviceLanguage): string => {
  const id = explanationId('health', item.code, item.inTheSky);
  const text = id === null ? undefined : meanings[language].get(id);
  return text === undefined ? item.code : fillMarks(text, item.code, item.args, language);
};
