// What makes the console handier where scripts run, beside page.js; every page works without it.
import './page.js';
import './console/on-use.js';
import './console/theme.js';
