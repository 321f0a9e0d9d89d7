import { z } from 'zod';
import { call } from '../call.ts';
import { oid, sentInstant } from '../shape.ts';
import {
  arrangedPages,
  cockpitPanels,
  panelGrid,
  placementFaults,
  screenMapModes,
  screenThemes,
  type PlacedPanel,
} from './layout.ts';
import { cockpitPages } from './cockpit.ts';
import { limits } from './cockpit.room.ts';

const path = '/nebula-five/cockpit';
const { tourLeast, tourMost } = limits.screenLayout;
const { columns, rows } = panelGrid;

const placed = z.object({
  panel: z.enum(cockpitPanels),
  column: z
    .number()
    .int()
    .min(0)
    .max(columns - 1),
  row: z
    .number()
    .int()
    .min(0)
    .max(rows - 1),
  width: z.number().int().min(1).max(columns),
  height: z.number().int().min(1).max(rows),
});
const panels = z.array(placed).min(1).max(cockpitPanels.length);

/** Each fault stands at the field of the panel that has it. */
const soundPanels = panels.superRefine((given: readonly PlacedPanel[], { addIssue }) => {
  for (const { at, field, rule, bound } of placementFaults(given))
    if (rule === 'tooSmall')
      addIssue({
        code: 'too_small',
        origin: 'number',
        minimum: Number(bound),
        inclusive: true,
        path: [at, field],
      });
    else if (rule === 'tooBig')
      addIssue({
        code: 'too_big',
        origin: 'number',
        maximum: Number(bound),
        inclusive: true,
        path: [at, field],
      });
    else {
      const named = rule === 'twice' ? 'panelTwice' : 'panelOver';
      addIssue({ code: 'custom', path: [at, field], message: `${rule} ${bound}`, params: { rule: named } });
    }
});

const settings = {
  theme: z.enum(screenThemes),
  /** Seconds for each view of the map's tour; null: none. */
  tourEvery: z.number().int().min(tourLeast).max(tourMost).nullable(),
  mapMode: z.enum(screenMapModes),
};

const layout = { ...settings, wide: panels, double: panels };

const keptPanels = z
  .array(z.unknown())
  .transform((given) => given.flatMap((one) => placed.safeParse(one).data ?? []))
  .pipe(panels);

/**
 * As it is kept. Another release may have written it: panels that this one does not know are left out, an unknown theme
 * is that of the organisation, an unknown tour is none, an unknown map is the flat one. It fails where no panel of a shape is left.
 */
export const keptLayout = z.object({
  theme: settings.theme.catch('organisation'),
  tourEvery: settings.tourEvery.catch(null),
  mapMode: settings.mapMode.catch('2d'),
  wide: keptPanels,
  double: keptPanels,
});

const which = {
  page: z.enum(arrangedPages),
  /** Missing: of the organisation, for all screens that have none of their own. */
  displayOID: oid.optional(),
};
/** The version that was looked at: another one in force by now is a conflict. */
const version = z.number().int().min(0).max(1_000_000_000);

export const screenLayoutRecord = z.object({
  page: z.enum(arrangedPages),
  /** Whose it is: of this display, of its organisation, or as the product came. */
  of: z.enum(['display', 'organisation', 'product']),
  /** Of the one that was asked for; 0: it has none of its own. */
  version: z.number().int(),
  changedBy: z.string().nullable(),
  changedAt: sentInstant.nullable(),
  ...layout,
});
export type ScreenLayoutRecord = z.output<typeof screenLayoutRecord>;

export const screenLayoutCalls = {
  get: call({
    method: 'POST',
    path: `${path}/layout.rest`,
    effect: 'reads',
    summary: 'Which panels a cockpit shows and where; a display is answered with its own',
    permission: ['/operation', ...cockpitPages],
    request: z.object(which),
    response: screenLayoutRecord,
  }),
  save: call({
    method: 'POST',
    path: `${path}/arrange.rest`,
    effect: 'changes',
    audit: 'cockpit.arrange',
    publishes: 'screens',
    summary: 'Arrange the panels of a cockpit, for one display or for all of the organisation',
    permission: ['organisation:edit'],
    request: z.object({
      ...which,
      version,
      ...settings,
      /** Missing: a console of the release before saves. */
      mapMode: settings.mapMode.default('2d'),
      wide: soundPanels,
      double: soundPanels,
    }),
    response: screenLayoutRecord,
  }),
  reset: call({
    method: 'POST',
    path: `${path}/layoutReset.rest`,
    effect: 'changes',
    audit: 'cockpit.reset',
    publishes: 'screens',
    summary:
      'Drop a layout: a display shows that of its organisation again, an organisation that of the product',
    permission: ['organisation:edit'],
    request: z.object({ ...which, version }),
    response: screenLayoutRecord,
  }),
};
