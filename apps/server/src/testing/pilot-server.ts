import { openPilotApp, type PilotApp } from './pilot-app.ts';
import { createPeople, type People } from './pilot-people.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface PilotServer {
  server: TestServer;
  admin: { token: string; groupRoot: string; groupOID: string };
  people: People;
  /** Its administrator works through a controller. */
  app: PilotApp;
}

/** A server with an administrator who has signed in on a controller. */
export const startPilotServer = async (): Promise<PilotServer> => {
  const server = await startTestServer();
  const admin = await server.login();
  const people = createPeople({
    url: server.running.url,
    admin,
    query: (text, values) => server.database.connection.pool.query(text, values),
  });
  return { server, admin, people, app: await openPilotApp(server.running.url, admin) };
};
