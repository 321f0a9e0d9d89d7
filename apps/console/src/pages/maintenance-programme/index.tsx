import {
  maintenanceProgrammeCalls,
  maintenanceProgrammeFields as fields,
  programmeKinds,
  replaceRules,
  replaceRulesOf,
  rulesOf,
  upkeepRules,
  type MaintenanceProgrammeRecord,
  type ProgrammeKind,
  type ReplaceRule,
  type UpkeepRule,
} from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  addBy,
  choices,
  columnsOf,
  editBy,
  factsOf,
  labelsOf,
  listRoom,
  ListView,
  wordsOf,
  type CellTools,
  type FieldWords,
  removeBy,
} from '../../platform/list/index.ts';

type Rule = UpkeepRule | ReplaceRule;
const everyRule: readonly Rule[] = [...upkeepRules, ...replaceRules];
const everyRuleOf = (kind: ProgrammeKind): Rule[] => [...rulesOf(kind), ...replaceRulesOf(kind)];

/** A limit is asked for where devices of the kind count it. */
const countedBy =
  (rule: Rule) =>
  ({ kind }: Readonly<Record<string, unknown>>): boolean =>
    programmeKinds.some((one) => one === kind && everyRuleOf(one).includes(rule));

const { kind, model, warnPercent, remark } = fields;
const words = wordsOf(fields);
const rules = Object.fromEntries(
  everyRule.map((rule) => [rule, { ...words[rule], fits: countedBy(rule) }]),
) as Record<Rule, FieldWords>;
const { kind: kindWords, ...changeable } = { ...words, ...rules };
const form = {
  word: 'maintenanceProgramme',
  also: [...programmeKinds],
  fields: changeable,
  saved: 'maintenanceProgramme.saved',
} as const;
const added = { ...form, fields: { kind: kindWords, ...changeable } };

const rulesIn = (
  programme: MaintenanceProgrammeRecord,
  { text, figures }: Pick<CellTools, 'text' | 'figures'>,
): string =>
  everyRuleOf(programme.kind)
    .flatMap((rule) =>
      programme[rule] === null
        ? []
        : [`${text(`maintenanceProgramme.${rule}`)} ${figures.amount(programme[rule], undefined, 0)}`],
    )
    .join(' · ');

function Facts({
  record,
  ...tools
}: { record: MaintenanceProgrammeRecord } & Pick<CellTools, 'text' | 'figures'>): ReactNode {
  const { text, figures } = tools;
  return (
    <FactList
      className="list-facts"
      facts={[
        ...factsOf({ kind, model }, record, tools),
        [text('maintenanceProgramme.rules'), rulesIn(record, tools)],
        ...factsOf({ warnPercent, remark }, record, tools),
        [text('maintenanceProgramme.createdAt'), figures.time(record.createdAt)],
      ]}
    />
  );
}

const programmes = listRoom({
  word: 'maintenanceProgramme',
  also: [...programmeKinds],
  title: 'permission./MaintenanceProgramme',
  icon: 'calendar',
  calls: maintenanceProgrammeCalls,
  labels: labelsOf(fields),
  filters: {
    keyword: { kind: 'search', label: 'maintenanceProgramme.search' },
    kind: {
      kind: 'choice',
      label: 'maintenanceProgramme.kind',
      any: 'maintenanceProgramme.anyKind',
      options: choices(programmeKinds, 'maintenanceProgramme.kind'),
    },
  },
  order: '-createdAt',
  none: 'maintenanceProgramme.none',
  noneFound: 'maintenanceProgramme.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(added, maintenanceProgrammeCalls.add, 'maintenanceProgramme.add'),
  exchange: { ...maintenanceProgrammeCalls, shown: [['name', 'field.name']] },
  minWidth: 720,
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    ...columnsOf<MaintenanceProgrammeRecord>({ name: fields.name, kind, model }, { text, figures }),
    {
      title: text('maintenanceProgramme.rules'),
      width: 320,
      ellipsis: true,
      render: (_, programme) => rulesIn(programme, { text, figures }),
    },
    ...columnsOf<MaintenanceProgrammeRecord>({ warnPercent }, { text, figures }),
  ],
  actions: [
    editBy(form, maintenanceProgrammeCalls.edit, 'maintenanceProgramme.edit'),
    removeBy(maintenanceProgrammeCalls.remove, { because: 'refusal.inUse' }),
  ],
  removal: { title: 'list.deleteTitle', done: 'maintenanceProgramme.deleted' },
  drawer: {
    title: 'permission./MaintenanceProgramme',
    width: 480,
    actions: true,
    content: (record: MaintenanceProgrammeRecord, tools) => (
      <Facts record={record} text={tools.text} figures={tools.figures} />
    ),
  },
});

/** When devices are due for maintenance: whichever rule of a programme comes first counts. */
export default function MaintenanceProgrammePage(): ReactNode {
  return <ListView room={programmes} />;
}
