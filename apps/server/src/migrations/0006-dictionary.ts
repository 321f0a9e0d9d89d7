import { sql, type Kysely } from 'kysely';

const names = (zh: string, en: string, ar: string): string => JSON.stringify({ zh, en, ar });
/** What organisations of before begin with; later ones are filled when they are made. */
const groups = [
  ['insuranceCompany', names('保险公司', 'Insurance companies', 'شركات التأمين')],
  ['overrideReason', names('接管控制原因', 'Reasons for taking control', 'أسباب تولي التحكم')],
] as const;
const codes = [
  ['insuranceCompany', 'PICC', 1, names('人保财险', 'PICC P&C', 'بيك للتأمين')],
  ['insuranceCompany', 'PINGAN', 2, names('平安产险', 'Ping An P&C', 'بينغ آن للتأمين')],
  ['insuranceCompany', 'CPIC', 3, names('太平洋产险', 'CPIC Property', 'المحيط الهادئ للتأمين')],
  ['insuranceCompany', 'CLPC', 4, names('国寿财险', 'China Life P&C', 'تشاينا لايف للتأمين')],
  ['overrideReason', 'emergency', 1, names('突发情况应急处置', 'Emergency response', 'استجابة لحالة طارئة')],
  ['overrideReason', 'handover', 2, names('值班人员交接班', 'Change of shift', 'تبديل المناوبة')],
  ['overrideReason', 'noAnswer', 3, names('当前操作人无响应', 'Holder does not answer', 'المتحكم لا يستجيب')],
  ['overrideReason', 'safety', 4, names('保障飞行安全', 'Flight safety', 'سلامة الطيران')],
] as const;
const rows = (all: readonly (readonly (string | number)[])[]): string =>
  all
    .map((row) => `(${row.map((one) => (typeof one === 'number' ? one : `'${one}'`)).join(', ')})`)
    .join(', ');

const statements = [
  `create table dictionary_group (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    -- what forms and stored rows know the group by
    key text not null,
    names jsonb not null,
    remark text not null default '',
    created_at timestamptz not null default now()
  )`,
  `create unique index dictionary_group_key on dictionary_group (group_root, lower(key))`,
  `create table dictionary_code (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    dictionary_group_oid uuid not null references dictionary_group (oid),
    code text not null,
    names jsonb not null,
    position int not null,
    enabled boolean not null default true,
    remark text not null default '',
    created_at timestamptz not null default now()
  )`,
  `create unique index dictionary_code_code on dictionary_code (dictionary_group_oid, lower(code))`,
  `create index dictionary_code_position on dictionary_code (dictionary_group_oid, position, oid)`,
  `create index dictionary_code_root on dictionary_code (group_root)`,

  // Who refers to a code is counted whenever codes are shown.
  `create index dock_insurance on dock (group_root, insurance_company)
    where deleted_at is null and insurance_company is not null`,
  `create index audit_log_override on audit_log (group_root, (detail ->> 'reason'))
    where action = 'lease.override'`,

  `insert into dictionary_group (oid, group_root, key, names)
    select gen_random_uuid(), organisation.oid, given.key, given.names::jsonb
    from organisation cross join (values ${rows(groups)}) as given (key, names)`,
  `insert into dictionary_code (oid, group_root, dictionary_group_oid, code, names, position)
    select gen_random_uuid(), found.group_root, found.oid, given.code, given.names::jsonb, given.position
    from dictionary_group as found
    join (values ${rows(codes)}) as given (key, code, position, names) on given.key = found.key`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
