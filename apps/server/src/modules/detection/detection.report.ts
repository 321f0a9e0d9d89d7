import type { OutcomeRecord } from '@eyrie/domain';
import { limits } from '@eyrie/domain';
import type { BytesAnswer, Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { tableAnswer, type Cell } from '../../platform/table/index.ts';

const columns: readonly [string, (one: OutcomeRecord, language: Language) => Cell][] = [
  ['detection.picture', ({ mediaOID }) => mediaOID],
  ['detection.class', ({ class: name, otherText }) => otherText || name],
  ['detection.verdict', ({ verdict }, language) => say(language, `detection.verdict.${verdict ?? 'none'}`)],
  ['detection.verdictBy', ({ verdictBy }) => verdictBy],
  ['field.reason', ({ reason }) => reason],
  ['detection.confidence', ({ confidence }) => confidence],
  ['detection.box.x', ({ box }) => box.x],
  ['detection.box.y', ({ box }) => box.y],
  ['detection.box.width', ({ box }) => box.width],
  ['detection.box.height', ({ box }) => box.height],
];
const piece = 1_000;

/** The outcomes of a run as a table, page by page as it is taken. */
export const reportTable = (
  name: string,
  language: Language,
  page: (pageNum: number, pageSize: number) => Promise<readonly OutcomeRecord[]>,
): BytesAnswer => {
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    yield columns.map(([heading]) => say(language, heading));
    for (let pageNum = 1; pageNum <= limits.detection.reportMost / piece; pageNum += 1) {
      const found = await page(pageNum, piece);
      for (const one of found) yield columns.map(([, cell]) => cell(one, language));
      if (found.length < piece) return;
    }
  }
  return tableAnswer(name, 'csv', rows());
};
