// Hosts that do not answer, answer no, or want to know who is asking.

import { rule } from '../failure-rule.ts';

export const HTTP_NOT_FOUND = rule('http-not-found', 'agent', 'A host answered 404.', [
  /\bHTTP(?: [Ee]rror)? 404\b|\bE404\b|\b404 Not Found\b|^curl: \(22\) [^\n]{0,80}\b404\b|\bstatus code 404\b|\b404 Client Error\b/m,
  /\bAn error occurred \((?:\w{0,60}NotFound\w{0,40}|NoSuch\w{1,40}|404)\)|^ERROR: \(gcloud\.[\w.-]{1,80}\) NOT_FOUND\b|^(?:ERROR: )?\(\w{0,60}NotFound\) /m,
  /\breturned error: 404\b|^(?:Error from server|error) \(NotFound\): |\bError response from daemon: No such \w{1,20}: |\bERR_PNPM_FETCH_404\b/m,
  /^fatal: repository '[^\n]{1,300}' not found|^(?:ERROR|remote): Repository not found\b|: failed to resolve source metadata for [^\n]{1,300}: not found$/m,
  /\bmanifest (?:unknown|for [^\n]{1,200} not found)|\brepository does not exist\b|\bCould not resolve to a \w+ with the\b/i,
]);

export const HTTP_TOO_MANY = rule('http-too-many-requests', 'environment', 'A host asked to be asked less.', [
  /\bHTTP(?: error)? 429\b|\b429 Too Many Requests\b|\brate[ -]limit (?:is |was |has been )?(?:already )?(?:exceeded|reached|hit)\b|\b(?:exceeded (?:your |the )?quota|quota (?:has been )?exceeded)\b|\bstatus code 429\b|\b429 Client Error\b|\bAn error occurred \((?:Throttling\w{0,40}|TooManyRequests\w{0,40}|RequestLimitExceeded)\)/im,
]);

export const HTTP_BAD_REQUEST = rule('http-bad-request', 'agent', 'A host did not understand the request.', [
  /^Error from server \((?:BadRequest|Invalid)\): |\bHTTP(?: [Ee]rror)? (?:400|422)\b|\b400 Bad Request\b|\b422 Unprocessable\b|^curl: \(22\) [^\n]{0,80}\b(?:400|422)\b|\b(?:400|422) Client Error\b|\bAn error occurred \((?:Validation\w{0,40}|InvalidParameter\w{0,40})\)/m,
]);

export const HTTP_REFUSED = rule('http-refused', 'environment', 'A host understood the request, and said no.', [
  /^Error from server \((?:AlreadyExists|Conflict)\): |\bHTTP (?:405|409|410|412)\b|\b409 Conflict\b|^curl: \(22\) [^\n]{0,80}\b(?:405|409|410|412)\b/m,
]);

export const NOT_AUTHORISED = rule('not-authorised', 'environment', 'Someone has to sign in, or may not do this.', [
  /\bnot (?:logged in(?:to)?|authenticated|authorized)\b|\bauthentication (?:failed|required)\b|\bbad credentials\b/i,
  /permission denied \(publickey|\bcould not read (?:Username|Password)\b|\binvalid (?:credentials|api key|token)\b/i,
  /\breturned error: 40[13]\b|^Error from server \((?:Forbidden|Unauthorized)\): |^ERROR 1(?:044|045|698) |^npm (?:ERR!|error) Unable to authenticate\b/m,
  /\bunable to locate credentials\b|\bno valid credential(?:s| sources)\b|\bno existing credentials\b|\bcould not find default credentials\b|\bnot currently have an active account\b/i,
  /^Error loading SSO Token|\bsecurity token included in the request is (?:expired|invalid)\b|\bset a \w{1,60}_TOKEN environment variable\b|^Host key verification failed/m,
  /\bHTTP(?: [Ee]rror)? 40[13]\b|\b40[13] (?:Unauthorized|Forbidden)\b|\bstatus code 40[13]\b|\b40[13] Client Error\b|^curl: \(22\) [^\n]{0,80}\b40[13]\b/m,
  /\btoken in [^\n]{1,200} is invalid|Please tell me who you are|^fatal: empty ident name|\bENEEDAUTH\b|\bAccessDenied\b|\bExpiredToken\b/m,
  /\b(?:token|session|credentials?) (?:[^\n]{0,60} )?(?:has|have|is|are) expired\b|\btoken is (?:not valid|invalid)\b|\bno (?:access|auth) token\b|\bCannot perform an interactive login\b|\baccess to the resource is denied\b|\bplease (?:log ?in|sign in|authenticate)\b|\bResource not accessible by\b/i,
  /\bAn error occurred \((?:UnrecognizedClient\w{0,40}|InvalidClientTokenId|SignatureDoesNotMatch|Unauthorized\w{0,40}|403)\)|^ERROR: \(gcloud\.[\w.-]{1,80}\) PERMISSION_DENIED\b|^(?:ERROR: )?\(AuthorizationFailed\) /m,
  /\bFATAL: {1,2}role "[^"\n]{1,100}" does not exist|^(?:denied|unauthorized): \S|\bSigning for "[^"\n]{1,200}" requires a development team\b/m,
  /\bsudo: (?:a terminal is required|a password is required|no tty present|\d+ incorrect password)/,
  /\bgh auth login\b|\b(?:please )?(?:run|use):? {1,2}['"`]?(?:\w{1,20} ){1,3}login\b|\bplease (?:run|use) [^\n]{1,60}\blogin\b|\b(?:log|sign) in with ['"`]?\w{1,20} login\b|\baccount is required to proceed\b|\byou (?:must|need to) (?:be logged in|log ?in|sign in)\b/i,
]);

export const NO_CONNECTION = rule('no-connection', 'environment', 'A host could not be reached, or broke off.', [
  /could not resolve (?:host|proxy)|connection refused|network is unreachable|error connecting to |no route to host|dial tcp|\bunknown host\b|\bactively refused it\b/i,
  /\bE(?:NOTFOUND|CONNREFUSED|CONNRESET|AI_AGAIN|TIMEDOUT|HOSTUNREACH)\b(?!')|\b5\d\d Server Error\b|\bHTTP(?: [Ee]rror)? 5\d\d\b|\b50[0-4] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time)/m,
  /\bThe connection to the server [^\n]{1,200} was refused\b|\bUnable to connect to the server\b|\bCan't (?:reach database|connect to(?: local)?(?: MySQL)?) server\b|^ERROR 20(?:0[236]|13) /m,
  /\bunable to resolve host address\b|\bSSL certificate problem\b|\bCERTIFICATE_VERIFY_FAILED\b|\bself[- ]signed certificate\b|\bunable to get (?:local )?issuer certificate\b|\bUNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)|\bCERT_HAS_EXPIRED\b|\b(?:tls|x509): [a-z]|\bconnection to server (?:on socket|at) [^\n]{1,200} failed: (?!FATAL)\S/m,
  /^curl: \((?:[567]|28|35|52|56|60)\)|^curl: \(22\) [^\n]{0,80}\b5\d\d\b/m,
  /\bCannot connect to the Docker daemon\b|\btemporary failure (?:in name resolution|resolving)\b|\bHTTP 000 CONNECTION FAILED\b|\bname or service not known\b/i,
  /\bconnection (?:unexpectedly closed|timed out|reset by peer|was closed|closed by remote)\b|\bTLS handshake timeout\b|\bi\/o timeout\b|\boperation timed out\b|\bfailed to connect to\b|\btimed out waiting for:? https?:/i,
  // Go names the request before what became of it
  /\b(?:Get|Post|Put|Patch|Delete|Head) "https?:\/\/[^"\n]{1,300}": (?![^\n]{0,200}permission denied)\S/,
  // A database that PHP asked; a server that tests wait for
  /\bSQLSTATE\[HY000\] \[200[2356]\]|\bfailed to verify that your server is running\b|\bTimed out waiting \d{1,9}ms from config\.webServer\b/,
  // An error of Rust's library, as it is printed for programmers
  /\bkind: (?:TimedOut|ConnectionRefused|ConnectionReset|ConnectionAborted|NotConnected|HostUnreachable|NetworkUnreachable)\b|\berror sending request for url\b/,
  // Browsers, and telephones
  /\bno devices\/emulators found\b|\bERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|TIMED_OUT)|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE)\b/,
  // Only where nothing above tells more: a member of an error that was printed
  /\bcode: 'E(?:NOTFOUND|CONNREFUSED|CONNRESET|AI_AGAIN|TIMEDOUT|HOSTUNREACH)'/,
]);
