import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFamilies } from '@eyrie/domain';
import { explain, explainedCodes } from './index.ts';
import { deviceLanguages } from './errors.ts';
import { fillMarks } from './placeholders.ts';

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const hex = (from: number, to: number): string[] =>
  span(from, to).map((code) => `0x${code.toString(16).toUpperCase().padStart(8, '0')}`);

/** The alarms of the device reference, written out. */
const alarms = [
  hex(0x12040000, 0x12040004),
  ['0x160900BF', '0x19114000', '0x19114800', '0x19113D26', '0x19113D27'],
  ['0x17000001', '0x17000004', '0x17000005', '0x17110041'],
  ['0x19110000', '0x19110002', '0x19110003', '0x19110004', '0x19110013'],
  hex(0x19110014, 0x19110017),
  ['0x19110021', '0x19110022', '0x19110027', '0x19110029', '0x1911002A'],
  hex(0x19110401, 0x19110405),
  ['0x1911040B', '0x1911040C'],
  hex(0x19110800, 0x19110806),
  ['0x19110C00', '0x1910F003', '0x19113403', '0x19113404', '0x19113406', '0x19113407', '0x19113414'],
  ['0x19113803', '0x19113C02'],
  hex(0x19113d00, 0x19113d03),
  ['0x19114C00', '0x19115000', '0x19111800', '0x19111400', '0x19111D01', '0x19113000', '0x19113001'],
  ['0x19117023', '0x19117041', '0x19117043', '0x19117202', '0x19117322'],
  hex(0x19117221, 0x19117223),
  ['0x1B030004', '0x1B030001', '0x1B030014', '0x1B030017', '0x1B030019', '0x1B030C02'],
  ['0x1610000D', '0x1610000E', '0x1610000F', '0x16100083', '0x16060001', '0x16050001', '0x1611000A'],
  '0x20020200',
].flat();
/** The result codes of the device reference, written out. */
const results = [
  [312014, 312015, 312016, 312022, 312027, 312028, 312704],
  [
    314000, 314001, 314002, 314003, 314005, 314007, 314008, 314013, 314016, 314017, 314018, 314019, 314020,
    314200,
  ],
  [316006, 316008, 316009, 316010, 316011, 316016, 316018, 316022, 316023, 316024, 316026, 316029],
  [316050, 316051, 316052, 316053, 317001, 317005],
  [319001, 319006, 319007, 319008, ...span(319015, 319027), 319030, 319031, ...span(319033, 319038)],
  span(319042, 319046),
  [321513, 321514, 321515, 321516, 321517, 321519, 321528, 321530, 321769, 321770, 321771, 321772, 321773],
  [321775, 321776, 321777, 321784, 321788, 322281, 322282, 322283],
  span(324012, 324019),
  span(324030, 324032),
  [325001, ...span(325003, 325012), ...span(326002, 326010)],
  span(327002, 327012),
  [...span(327014, 327020), 327022, ...span(327050, 327075), ...span(327201, 327221), 328051, 328052],
  [336017, 336513, 336514, 336515, 336516, 336517, ...span(337537, 337546), ...span(338049, 338054), 341002],
  [13002, 13003, 13005, 13006, 13008, ...span(13010, 13017), 13099],
  [513002, 513003, 513005, 513006, 513008, ...span(513010, 513017), 513099],
  [...span(514101, 514113), ...span(514116, 514118), 514120, 514121, 514123, 514125],
  [...span(514134, 514138), ...span(514142, 514148), 514150, 514151, 514153, 514155, 514156],
  [514168, 514170, 514171, 514173, ...span(514180, 514185), ...span(514300, 514304)],
  [...span(210001, 210005), ...span(210230, 210233), 211001],
  [312023, 312029, 314006, 314009, 314010, 314011, 314012, 314014, 314015, 314021, 314024, 314025],
  [316001, 316004, 316005, 316007, ...span(316012, 316015), 316017, ...span(316019, 316021), 316025, 316027],
  [316032, 316034, 316035, 317006, 317007, ...span(319002, 319005), 319009, 319010, 319028, 319029, 319999],
  [321000, 321004, 321005, 321257, 321258, 321523, 321524, 321529, ...span(321531, 321533), 322539, 322563],
  [324021],
].flat();
/** The reasons for leaving a route, written out. */
const reasons = [
  [1, 2, 4, 5, 6, 7, 257, 258, 259, 261, 262],
  [...span(513, 519), ...span(521, 524), 526, 527, 528, 529],
  [...span(769, 773), 775, ...span(778, 781), 784, 1281, 1282, 1283],
  [...span(1539, 1565), ...span(1588, 1649), 65_534, 65_535],
].flat();

const cases = [
  ...alarms.map((code) => ['health', code] as const),
  ...results.map((code) => ['error', String(code)] as const),
  ...reasons.map((code) => ['break', String(code)] as const),
];

describe('every code of the reference', () => {
  it.each(deviceLanguages)(
    'has a meaning, a cause and a next step in %s, on the ground and in the air',
    (language) => {
      const bare = cases.flatMap(([family, code]) =>
        [false, true].flatMap((inTheSky) => {
          const reported = explain({ family, code, inTheSky, args: { sensor_index: 0 } }, language);
          const whole = [reported.meaning, reported.cause, reported.nextStep].every(
            (text) => text.length > 2,
          );
          return reported.known && whole && !/[{}%]\w/.test(reported.meaning) ? [] : [`${family} ${code}`];
        }),
      );
      expect(bare).toEqual([]);
    },
  );

  it('speaks three languages', () => {
    for (const family of codeFamilies)
      for (const code of explainedCodes(family)) {
        const reported = deviceLanguages.map((language) => explain({ family, code }, language));
        for (const part of ['meaning', 'cause', 'nextStep'] as const)
          expect(new Set(reported.map((one) => one[part])).size, `${family} ${code} ${part}`).toBe(3);
        expect(reported[0]?.meaning).toMatch(/[\u4E00-\u9FFF]|RTK/);
        expect(reported[2]?.nextStep).toMatch(/[\u0600-\u06FF]/);
      }
  });

  it('says that the aircraft has to be looked for, and that an order ran out inside the device', () => {
    for (const code of ['314011', '316017'])
      expect(explain({ family: 'error', code }, 'en').nextStep).toContain('aircraft');
    expect(explain({ family: 'error', code: '325004' }, 'en').meaning).toContain('in time');
    expect(explain({ family: 'error', code: '325005' }, 'en').meaning).toContain('checking');
  });

  it('is found in any case, and says in the air what it means in the air', () => {
    const ground = explain({ family: 'health', code: '0X1610000d' }, 'en');
    const air = explain({ family: 'health', code: '0x1610000D', inTheSky: true }, 'en');
    expect(ground.meaning).toBe('Critical voltage, no take-off');
    expect(ground.nextStep).toContain('Do not take off');
    expect(air.meaning).toBe('Critical voltage, land now');
    expect(air.nextStep).toContain('Land now');
    expect(explain({ family: 'health', code: '0x19114800', inTheSky: true }, 'en').nextStep).toContain(
      'Return home',
    );
  });
});

describe('a code nobody wrote down', () => {
  it('is named with its number and module', () => {
    const reported = explain({ family: 'health', code: '0xABCDEF01', module: 2, level: 2 }, 'en');
    expect(reported).toMatchObject({
      known: false,
      severity: 2,
      meaning: 'Unlisted code 0xABCDEF01 (media)',
    });
    expect(explain({ family: 'error', code: '999999', module: 17 }, 'zh-CN').meaning).toBe(
      '未收录的代码 999999（模块 17）',
    );
    expect(explain({ family: 'break', code: '0' }, 'ar')).toMatchObject({ known: false, severity: 1 });
  });

  it('never throws, whatever a device sends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...codeFamilies),
        fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '0x', '1e3', '-1')),
        fc.boolean(),
        fc.dictionary(fc.string(), fc.oneof(fc.double(), fc.string())),
        (family, code, inTheSky, args) => {
          const reported = explain({ family, code, inTheSky, args }, 'en');
          expect(typeof reported.meaning).toBe('string');
          if (!reported.known) expect(reported.meaning).toContain(code);
        },
      ),
    );
  });
});

describe('marks in a text', () => {
  const fill = (text: string, args: Record<string, number | string>) => fillMarks(text, '0x1', args, 'en');

  it('are filled by name and by position', () => {
    expect(fill('%alarmid', {})).toBe('0x1');
    expect(fill('part %component_index', { component_index: 0 })).toBe('Part 1');
    expect(fill('part %component_index', { component_index: 7 })).toBe('Part 2');
    expect(fill('sensor %index', { sensor_index: 4 })).toBe('Sensor 5');
    expect(fill('%battery_index battery', { sensor_index: 0 })).toBe('Left battery');
    expect(fill('%battery_index battery', { sensor_index: 3 })).toBe('Right battery');
    expect(fill('%dock_cover_index cover', { sensor_index: 1 })).toBe('Right cover');
    expect(fill('%1$s cover open', { sensor_index: 0 })).toBe('Left cover open');
    expect(fill('%s rod hot', { sensor_index: 1 })).toBe('Back rod hot');
    expect(fill('%d rod', { sensor_index: 3 })).toBe('Right rod');
    expect(fill('fan %d', { sensor_index: 1 })).toBe('Fan 2');
    expect(fillMarks('%charging_rod_index推杆', '0x1', { sensor_index: 2 }, 'zh-CN')).toBe('左推杆');
  });

  it('never stay, and never carry what a device wrote', () => {
    const marks = [
      '%alarmid',
      '%index',
      '%component_index',
      '%battery_index',
      '%dock_cover_index',
      '%charging_rod_index',
      '%1$s',
      '%s',
      '%d',
      '{cover}',
      '{rod}',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...marks),
        fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant('<b>')),
        fc.constantFrom(...deviceLanguages),
        (mark, value, language) => {
          const filled = fillMarks(
            `a ${mark} z`,
            '0x1',
            { sensor_index: value, component_index: value },
            language,
          );
          expect(filled).not.toContain(mark);
          expect(filled).not.toContain('<');
          expect(filled.startsWith('A')).toBe(true);
        },
      ),
    );
  });
});
