import { limits, searchCalls, searchKinds, searchPages } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findRecords, type Found } from './search.store.ts';

const { ofKindMost } = limits.search;
const shown = ({ kind: _kind, at, ...found }: Found) => ({ ...found, at: at?.getTime() ?? null });

/** Finds records of every room by name; what a member may not open is not looked for. */
export const endpoints = (
  { runtime: { db } }: { runtime: Pick<Runtime, 'db'> },
  _others: unknown,
): readonly Endpoint[] => [
  serve(searchCalls.query, async ({ keyword }, { caller }) => {
    const kinds = searchKinds.filter((kind) => searchPages[kind].some((page) => caller.resources.has(page)));
    const found = await findRecords(db, caller, kinds, keyword);
    return {
      groups: kinds.flatMap((kind) => {
        const list = found.filter((one) => one.kind === kind);
        return list.length === 0
          ? []
          : [{ kind, list: list.slice(0, ofKindMost).map(shown), more: list.length > ofKindMost }];
      }),
    };
  }),
];
