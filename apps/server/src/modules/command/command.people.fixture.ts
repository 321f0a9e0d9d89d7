import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

/** Account of the member who gives the orders of tests. */
export const account = 'gamma-operator';

/** An organisation with a member who gives orders and another one, on a database of their own. */
export async function openPeople(): Promise<{
  rooms: TestRooms;
  groupRoot: string;
  memberOID: string;
  otherMember: string;
}> {
  const rooms = await createTestRooms();
  const groupRoot = await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
  const memberOf = async (name: string): Promise<string> =>
    (await rooms.member.byAccount(rooms.db, name))?.oid ?? '';
  return {
    rooms,
    groupRoot,
    memberOID: await memberOf(account),
    otherMember: await memberOf('gamma-leader'),
  };
}

/** Two new docks of theirs. */
export const addTwoDocks = async ({ runtime }: TestRooms): Promise<[string, string]> => {
  const flights = createTestFlights(runtime);
  return [await flights.dock(account), await flights.dock(account)];
};
