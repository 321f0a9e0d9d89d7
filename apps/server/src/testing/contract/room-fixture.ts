import type { CallDeclaration } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';

export interface FixtureDeps {
  db: Runtime['db'];
  newOid: () => string;
  /** Of the member whose organisation gets the things. */
  account: string;
  /** Stands in every name and text. */
  name: string;
  /** What things of other rooms stand on, made before them. */
  made: Readonly<Record<'dock' | 'route' | 'task' | 'flight', string>>;
}

/** What the contract tests need of a room: `modules/<word>/<word>.contract.fixture.ts` says it, the list is printed. */
export interface RoomFixture {
  /** Makes one thing of every kind. Returns the id of each. */
  things: (deps: FixtureDeps) => Promise<Record<string, string>>;
  /** Those of them that belong to the organisation and to no department. */
  ofOrganisation: readonly string[];
  /** Calls that show a thing to its owner by its oid. */
  shows: Readonly<Record<string, CallDeclaration>>;
  /** Makes things with fields that no request may set. Returns the id of each by its table. */
  makes?: (
    ask: (declaration: CallDeclaration, request: Record<string, unknown>) => Promise<{ oid: string }>,
  ) => Promise<Record<string, string>>;
}
