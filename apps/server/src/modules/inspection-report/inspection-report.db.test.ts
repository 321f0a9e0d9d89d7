import { afterAll, beforeAll, beforeEach } from 'vitest';
import { closeReports, freshReports, openReports } from './inspection-report.fixture.ts';
import { coverageSuite } from './report.coverage.suite.fixture.ts';
import { lookSuite } from './report.look.suite.fixture.ts';
import { fileSuite } from './report.file.suite.fixture.ts';
import { monthSuite } from './report.month.suite.fixture.ts';
import { sendingSuite } from './report.sending.suite.fixture.ts';

beforeAll(openReports);
afterAll(closeReports);
beforeEach(freshReports);

monthSuite();
fileSuite();
lookSuite();
sendingSuite();
coverageSuite();
