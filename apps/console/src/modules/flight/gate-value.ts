import { unfitReasons, type GateItem, type UnfitReason } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

/** What a value of the pre-flight check is: a word of ours, or a number with its unit. */
export type GateValue =
  | { id: PhraseId }
  | { ids: PhraseId[] }
  | { amount: number; unitId: PhraseId }
  | { words: string }
  | { instant: number };

const words: Partial<Readonly<Record<GateItem['item'], string>>> = {
  rain: 'dock.rainfall',
  dockIdle: 'dock.workState',
  cover: 'dock.coverState',
  putter: 'dock.putterState',
  lostAction: 'flight.lostAction',
  maintenance: 'gate.maintenance',
};

const units: Partial<Readonly<Record<GateItem['item'], { unitId: PhraseId; divide: number }>>> = {
  battery: { unitId: 'unit.percent', divide: 1 },
  wind: { unitId: 'unit.metrePerSecond', divide: 1 },
  returnAltitude: { unitId: 'unit.metre', divide: 1 },
  heightLimit: { unitId: 'unit.metre', divide: 1 },
  terrain: { unitId: 'unit.metre', divide: 1 },
  clock: { unitId: 'unit.second', divide: 1000 },
  dataAge: { unitId: 'unit.second', divide: 1000 },
  storage: { unitId: 'unit.gigabyte', divide: 1_000_000 },
};

/** How a value or limit of an item is to be read. Null: nothing worth showing, such as a bare yes or an inner id. */
export const gateValue = (
  item: GateItem['item'],
  value: GateItem['value'],
  isPhrase: (id: string) => boolean,
): GateValue | null => {
  if ((item === 'insurance' || item === 'licence') && typeof value === 'number') return { instant: value };
  if (value === null || item === 'otherFlight' || value === 'true' || value === 'false') return null;
  if (item === 'airworthy')
    return {
      ids: String(value)
        .split(',')
        .map((one) => `device.unfit.${one}`)
        .filter(isPhrase) as PhraseId[],
    };
  if (item === 'approval') {
    const parts = String(value)
      .split(',')
      .map((part) => `approval.part.${part}`);
    return parts.every(isPhrase) ? { ids: parts as PhraseId[] } : { words: String(value) };
  }
  if (item === 'route') {
    const rule = [`planner.rule.${value}`, `route.warning.${value}`].find(isPhrase);
    return rule ? { id: rule as PhraseId } : { words: String(value) };
  }
  const id = `${words[item]}.${value}`;
  if (words[item] && isPhrase(id)) return { id: id as PhraseId };
  const unit = units[item];
  if (typeof value === 'number')
    return unit ? { amount: value / unit.divide, unitId: unit.unitId } : { words: String(value) };
  return { words: value };
};

/** Failed, not checked, either of them as a mere warning, passed. */
export const gateRank = ({ verdict, blocks }: Pick<GateItem, 'verdict' | 'blocks'>): number => {
  if (verdict === 'passed') return 4;
  return (blocks ? 0 : 2) + (verdict === 'failed' ? 0 : 1);
};

/** How a verdict is called: what only warns has neither failed nor been left out. */
export const gateVerdict = ({
  verdict,
  blocks,
  waived,
}: Pick<GateItem, 'verdict' | 'blocks' | 'waived'>):
  | GateItem['verdict']
  | 'waived'
  | 'warned'
  | 'notKnown' => {
  if (waived) return 'waived';
  if (verdict === 'passed' || blocks) return verdict;
  return verdict === 'failed' ? 'warned' : 'notKnown';
};

/** The reasons of the book that an item stands for while it is not passed; each of them has a remedy. */
export const gateReasonsOf = ({
  item,
  verdict,
  value,
}: Pick<GateItem, 'item' | 'verdict' | 'value'>): UnfitReason[] => {
  if (verdict !== 'failed') return [];
  if (item === 'airworthy') {
    const named = new Set(String(value).split(','));
    return unfitReasons.filter((reason) => named.has(reason));
  }
  if (item === 'maintenance') return [value === 'under' ? 'underMaintenance' : 'maintenanceDue'];
  if (item === 'insurance') return ['insuranceOver'];
  return item === 'health' ? ['alarm'] : [];
};
