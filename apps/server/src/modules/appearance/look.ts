import { z } from 'zod';
import { latitude, longitude, type Appearance } from '@eyrie/domain';

/** How the product looks until an organisation says otherwise. The map shows the middle of China. */
const look = z.object({
  pcName: z.string().min(1).max(64).catch('Eyrie'),
  menuTheme: z.number().int().catch(0),
  menuColor: z.string().nullable().catch(null),
  backgroundColor: z.string().nullable().catch(null),
  backgroundPIC: z.string().nullable().catch(null),
  longitude: longitude.catch(104.1),
  latitude: latitude.catch(35.9),
  levelMAX: z.number().catch(20),
  levelMIN: z.number().catch(3),
  level: z.number().catch(4),
});

/** The look kept in an organisation's policy; what is missing or broken there has the product's own value. */
export const lookOf = (
  policy: Readonly<Record<string, unknown>> | undefined,
): Omit<Appearance, 'nameChineseOnly'> =>
  look.parse(typeof policy?.['appearance'] === 'object' ? (policy['appearance'] ?? {}) : {});
