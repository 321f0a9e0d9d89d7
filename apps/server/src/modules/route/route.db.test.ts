import { afterAll, beforeAll, beforeEach } from 'vitest';
import { aroundSuite } from './route.around.suite.fixture.ts';
import { exportSuite } from './route.export.suite.fixture.ts';
import { closeRoutes, freshRoutes, openRoutes } from './route.fixture.ts';
import { importedSuite } from './route.imported.suite.fixture.ts';
import { listSuite } from './route.list.suite.fixture.ts';
import { ownFileSuite } from './route.own-file.suite.fixture.ts';
import { planSuite } from './route.plan.suite.fixture.ts';
import { recordingSuite } from './route.recording.suite.fixture.ts';

beforeAll(openRoutes);
afterAll(closeRoutes);
beforeEach(freshRoutes);

listSuite();
planSuite();
aroundSuite();
exportSuite();
importedSuite();
ownFileSuite();
recordingSuite();
