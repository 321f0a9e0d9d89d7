import type {
  ParsedRequestOf,
  PlanChange,
  PointFile,
  routeCalls,
  RouteDetail,
  RoutePlan,
} from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import type { CallContext, UploadedFile } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Viewer } from '../../platform/list/index.ts';
import { readTableWithFormulas } from '../../platform/table/index.ts';
import type { FileRow } from '../../platform/vector-file/index.ts';
import { nameOfFile } from './file-name.ts';
import { readPoints, type PointRows } from './point-rows.ts';
import { pointTable, pointTemplate } from './point-template.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RoutePlans } from './route.plans.ts';
import type { ShapesQuestion } from './route-parser.ts';

type Request<Name extends keyof typeof routeCalls> = ParsedRequestOf<(typeof routeCalls)[Name]>;

/** The content decides what a file is, never its name: spreadsheets are archives too. */
const isShapes = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return !Buffer.from(bytes).includes('xl/workbook');
  return /^\s*[<{[]/.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
};

const requireFile = ({ file }: CallContext): UploadedFile => {
  if (!file) throw invalidField('file', 'required');
  return file;
};

async function pointsOf(file: UploadedFile, swap: boolean): Promise<PointRows> {
  const { rows, formulas } = await readTableWithFormulas(file, pointTable);
  return readPoints(rows, { swap, formulas: new Set(formulas) });
}

/** Heights of a table are above take-off unless it says otherwise. */
function planOfPoints(
  { points }: Pick<PointRows, 'points'>,
  heightMode?: RoutePlan['settings']['heightMode'],
): RoutePlan {
  const fresh = freshPlan('waypoint');
  const settings = { ...fresh.settings, heightMode: heightMode ?? fresh.settings.heightMode };
  return { ...fresh, settings, points, counter: points.length };
}

const answerOf = (read: PointRows, heightMode?: RoutePlan['settings']['heightMode']): PointFile => ({
  plan: read.faults === 0 ? planOfPoints(read, heightMode) : null,
  rows: read.rows,
  faults: read.faults,
  swapped: read.swapped,
});

/** Routes out of tables and maps of other programs. */
export function createRouteTables(
  { vectorParser }: Pick<RouteDeps, 'vectorParser'>,
  plans: RoutePlans,
  show: (oid: string, viewer: Viewer) => Promise<RouteDetail>,
) {
  async function planOf(bytes: Uint8Array, question: ShapesQuestion): Promise<PointFile> {
    const shapes = await vectorParser.parse(bytes, JSON.stringify(question));
    if (shapes.ok) return shapes.file;
    const { detail } = shapes;
    throw new Refusal('routeFile', { values: { detail }, data: { detail } });
  }

  return {
    downloadExcel: ({ language }: Request<'downloadExcel'>, context: CallContext) =>
      pointTemplate(language ?? context.language),

    /** @throws Refusal `routeRows` with every fault, unless it is a preview */
    async uploadExcel(request: Request<'uploadExcel'>, context: CallContext) {
      const file = requireFile(context);
      const answer = answerOf(await pointsOf(file, request.swap === 'true'));
      if (request.preview === 'true') return answer;
      const { plan, rows, faults: count, swapped } = answer;
      if (!plan)
        throw new Refusal('routeRows', { values: { count }, data: { rows, faults: count, swapped } });
      const name = request.name?.trim() || nameOfFile(file.name.replace(/\.(xlsx|csv)$/i, ''));
      const facts = plans.factsFor(context, name);
      const { groupOID } = context.caller;
      const draft = await plans.made({ plan, facts, origin: null, groupOID }, context);
      const summary: PlanChange[] = [{ what: 'imported', values: {} }];
      const place = {
        name,
        remark: request.remark ?? '',
        groupOID,
        action: 'route.import',
      };
      const oid = await plans.create({ ...draft, plan, originKey: null, summary }, place, context);
      return { ...(await show(oid, context)), ...answer };
    },

    /** Nothing is stored: the editor takes the plan over. @throws Refusal `routeFile`, those of tables */
    async uploadFile(
      { as, swap, heightMode }: Request<'uploadFile'>,
      context: CallContext,
    ): Promise<PointFile> {
      const file = requireFile(context);
      if (!isShapes(file.bytes)) {
        const read = await pointsOf(file, swap === 'true');
        if (as === 'points') return answerOf(read, heightMode);
        if (read.faults > 0) return answerOf(read);
        return planOf(nothing, { as: 'area', swap: false, heightMode: undefined, rows: [ringOf(read)] });
      }
      return planOf(file.bytes, { as, swap: swap === 'true', heightMode });
    },
  };
}

const nothing = new Uint8Array();

/** Rows of a table in their order as the corners of an area. */
const ringOf = ({ points }: PointRows): FileRow => ({
  name: '',
  geometry: { type: 'Polygon', coordinates: [points.map(({ lng, lat }) => [lng, lat])] },
  radius: null,
  colour: null,
});
