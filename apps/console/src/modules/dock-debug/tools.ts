import {
  esimOperators,
  esimRefusal,
  waitLeft,
  type DebugMethod,
  type DockParameterName,
  type DockParameterValue,
  type DockStatus,
  type MobileCard,
  type RefusalReason,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { Figures } from '../../platform/figures.ts';
import type { TextOf } from '../../platform/text.tsx';

/** What a button does: it gives an order, changes a setting, or asks for coordinates first. */
export type ToolAct =
  | {
      method: DebugMethod;
      fields?: Readonly<Record<string, unknown>>;
      /** Why these fields would be refused where the order itself is not. */
      refused?: RefusalReason | null;
    }
  | { set: DockParameterName; value: DockParameterValue; held: DockParameterValue | null }
  | { asks: 'rtkCalibration' };

export interface Tool {
  id: string;
  name: string;
  verbs: readonly { verb: string; act: ToolAct }[];
  /** How it stands; null: the dock says nothing of it; missing: it has no state of its own. */
  state?: string | null;
  /** Age in ms of the report that says so, when it was published. */
  heard: number | null;
}

interface Words {
  text: TextOf;
  figures: Figures;
}

const orders = (
  text: TextOf,
  ...verbs: readonly (readonly [method: DebugMethod, verb: PhraseId])[]
): Tool['verbs'] => verbs.map(([method, verb]) => ({ verb: text(verb), act: { method } }));

const stateOf = (text: TextOf, id: PhraseId | null): string | null => id && text(id);
const isOn = (text: TextOf, on: boolean | null): string | null =>
  on === null ? null : text(on ? 'dockDebug.on' : 'dockDebug.off');

const air = ({ airConditioner }: DockStatus, text: TextOf, since: number): string | null => {
  const { mode, phase, waitSeconds } = airConditioner;
  if (mode === null) return null;
  const named = text(`dock.airConditionerMode.${mode}`);
  const state =
    mode === 'idle' || phase === null
      ? named
      : text('dockDebug.phase', { mode: named, phase: text(`dock.airConditionerPhase.${phase}`) });
  const seconds = waitLeft(waitSeconds, since);
  return seconds > 0 ? text('dockDebug.waits', { state, seconds }) : state;
};

const gigabytes = (kilobytes: number): number => Math.round(kilobytes / 1024 / 102.4) / 10;
const storage = ({ storage: { usedKB, totalKB } }: DockStatus, { text, figures }: Words): string | null =>
  usedKB === null || totalKB === null
    ? null
    : text('dockDebug.used', {
        used: figures.amount(gigabytes(usedKB)),
        total: figures.amount(gigabytes(totalKB), text('unit.gigabyte')),
      });

/** What moves and what shines: in the order in which a person works through it. */
const mechanics = (status: DockStatus, text: TextOf): Tool[] => {
  const { workState, coverState, putterState, dronePowered, charge, supplementLight, tools } = status;
  const heard = tools.heard.body;
  const row = (id: 'mode' | 'cover' | 'rods' | 'drone' | 'charge' | 'light' | 'alarm') => ({
    id,
    name: text(`dockDebug.group.${id}`),
    heard,
  });
  const open = 'dockDebug.open';
  const close = 'dockDebug.close';
  const on = 'dockDebug.on';
  const off = 'dockDebug.off';
  return [
    {
      ...row('mode'),
      verbs: orders(text, ['debugModeOpen', on], ['debugModeClose', off]),
      state: isOn(text, workState && workState === 'remoteDebug'),
    },
    {
      ...row('cover'),
      verbs: orders(
        text,
        ['coverOpen', open],
        ['coverClose', close],
        ['coverForceClose', 'dockDebug.forceClose'],
      ),
      state: stateOf(text, coverState && `dock.coverState.${coverState}`),
    },
    {
      ...row('rods'),
      verbs: orders(text, ['putterOpen', open], ['putterClose', close]),
      state: stateOf(text, putterState && `dock.putterState.${putterState}`),
    },
    {
      ...row('drone'),
      verbs: orders(text, ['droneOpen', on], ['droneClose', off]),
      state: isOn(text, dronePowered),
    },
    {
      ...row('charge'),
      verbs: orders(text, ['chargeOpen', on], ['chargeClose', off]),
      state: stateOf(text, charge.state && `dock.chargeState.${charge.state}`),
    },
    {
      ...row('light'),
      verbs: orders(text, ['supplementLightOpen', on], ['supplementLightClose', off]),
      state: isOn(text, supplementLight),
    },
    {
      ...row('alarm'),
      verbs: orders(text, ['alarmOpen', on], ['alarmClose', off]),
      state: isOn(text, tools.alarm),
    },
  ];
};

/** Climate, quiet and batteries. */
const care = (status: DockStatus, text: TextOf, since: number): Tool[] => {
  const { silentMode, storeMode, tools } = status;
  const { heard, batteryCare } = tools;
  const setting = (
    name: DockParameterName,
    value: DockParameterValue,
    held: typeof value | null,
  ): ToolAct => ({
    set: name,
    value,
    held,
  });
  return [
    {
      id: 'air',
      name: text('dockDebug.group.air'),
      verbs: orders(
        text,
        ['airConditionerStop', 'dockDebug.rest'],
        ['airConditionerCool', 'dockDebug.cool'],
        ['airConditionerHeat', 'dockDebug.heat'],
        ['airConditionerDry', 'dockDebug.dry'],
      ),
      state: air(status, text, since),
      heard: heard.body,
    },
    {
      id: 'silent',
      name: text('dockDebug.group.silent'),
      verbs: [
        { verb: text('dockDebug.on'), act: setting('silent', true, silentMode) },
        { verb: text('dockDebug.off'), act: setting('silent', false, silentMode) },
      ],
      state: isOn(text, silentMode),
      heard: heard.settings,
    },
    {
      id: 'store',
      name: text('dockDebug.group.store'),
      verbs: [
        { verb: text('dockDebug.plan'), act: setting('storeMode', 'plan', storeMode) },
        { verb: text('dockDebug.standby'), act: setting('storeMode', 'standby', storeMode) },
      ],
      state: stateOf(text, storeMode && `dock.storeMode.${storeMode}`),
      heard: heard.body,
    },
    {
      id: 'care',
      name: text('dockDebug.group.care'),
      verbs: orders(
        text,
        ['batteryMaintenanceOpen', 'dockDebug.begin'],
        ['batteryMaintenanceClose', 'dockDebug.end'],
      ),
      state: stateOf(text, batteryCare.state && `dockDebug.care.${batteryCare.state}`),
      heard: heard.machine,
    },
  ];
};

const cardState = (card: MobileCard, text: TextOf): string | null => {
  if (card.slot === 'esim' && card.operator !== null)
    return text('dockDebug.card.operator', { slot: text('dockDebug.slot.esim'), number: card.operator });
  if (card.slot !== null) return text(`dockDebug.slot.${card.slot}`);
  return card.activated === false ? text('dockDebug.card.asleep') : null;
};

const operators = Array.from(
  { length: esimOperators.last - esimOperators.first + 1 },
  (_, at) => esimOperators.first + at,
);

/** Modules for mobile data, as they are reported. Without an eSIM there is nothing to choose. */
const cards = ({ tools }: DockStatus, text: TextOf): Tool[] =>
  tools.cards.map((card) => {
    const { device, imei, esim, activated } = card;
    const named = { device, imei };
    const verb = (
      method: DebugMethod,
      label: string,
      more: object = {},
      refused: RefusalReason | null = null,
    ) => ({ verb: label, act: { method, fields: { ...named, ...more }, refused } });
    return {
      id: `${device} ${imei}`,
      name: text(`dockDebug.card.${device}`, { imei: `\u2068${imei}\u2069` }),
      verbs: esim
        ? [
            verb('simSlotSwitch', text('dockDebug.useSim'), { slot: 'sim' }),
            verb('simSlotSwitch', text('dockDebug.useEsim'), { slot: 'esim' }, esimRefusal(card)),
            ...(activated === true
              ? operators.map((operator) =>
                  verb('esimOperatorSwitch', text('dockDebug.operator', { number: operator }), { operator }),
                )
              : [verb('esimActivate', text('dockDebug.activate'))]),
          ]
        : [],
      state: cardState(card, text),
      heard: tools.heard[device === 'dock' ? 'dockCards' : 'droneCards'],
    };
  });

/** Links, place and storages. */
const machine = (status: DockStatus, words: Words): Tool[] => {
  const { text } = words;
  const { tools, mediaRemain } = status;
  const { heard, calibrated, linkMode } = tools;
  return [
    {
      id: 'lte',
      name: text('dockDebug.group.lte'),
      verbs: orders(text, ['lteOpen', 'dockDebug.on'], ['lteClose', 'dockDebug.off']),
      state: stateOf(text, linkMode && `dockDebug.link.${linkMode}`),
      heard: heard.link,
    },
    ...cards(status, text),
    {
      id: 'place',
      name: text('dockDebug.group.place'),
      verbs: [{ verb: text('dockDebug.calibrate'), act: { asks: 'rtkCalibration' } }],
      state:
        calibrated === null ? null : text(calibrated ? 'dockDebug.calibrated' : 'dockDebug.uncalibrated'),
      heard: heard.body,
    },
    {
      id: 'uploads',
      name: text('dockDebug.group.uploads'),
      verbs: [],
      state:
        mediaRemain === null
          ? null
          : mediaRemain === 0
            ? text('dockDebug.uploads.done')
            : text('dockDebug.uploads.left', { count: mediaRemain }),
      heard: heard.link,
    },
    {
      id: 'droneStorage',
      name: text('dockDebug.group.droneStorage'),
      verbs: orders(text, ['droneFormat', 'dockDebug.erase']),
      heard: null,
    },
    {
      id: 'dockStorage',
      name: text('dockDebug.group.dockStorage'),
      verbs: orders(text, ['deviceFormat', 'dockDebug.erase']),
      state: storage(status, words),
      heard: heard.body,
    },
    {
      id: 'reboot',
      name: text('dockDebug.group.reboot'),
      verbs: orders(text, ['deviceReboot', 'dockDebug.restart']),
      heard: null,
    },
  ];
};

const methodOf = (act: ToolAct): DebugMethod | 'setParameter' =>
  'set' in act ? 'setParameter' : 'asks' in act ? act.asks : act.method;

/**
 * The tools of a dock, and how each stands. What its model has not is left out, and so is a part without a state of which
 * nothing can be ordered.
 * @param since ms that the status is older now than when it was published
 */
export const toolsOf = (
  status: DockStatus,
  allowed: readonly string[],
  since: number,
  words: Words,
): Tool[] => {
  // To a member without the right the server lists no orders of the model: each button is left out by its right then.
  const mayOrder = allowed.includes('coverOpen');
  const lacks = (act: ToolAct): boolean => {
    const method = methodOf(act);
    return mayOrder && method !== 'setParameter' && !allowed.includes(method);
  };
  return [...mechanics(status, words.text), ...care(status, words.text, since), ...machine(status, words)]
    .map((tool) => ({ ...tool, verbs: tool.verbs.filter(({ act }) => !lacks(act)) }))
    .filter((tool) => (tool.id === 'rods' ? status.putterState !== null : true))
    .filter(({ verbs, state }) => verbs.length > 0 || (state ?? null) !== null);
};
