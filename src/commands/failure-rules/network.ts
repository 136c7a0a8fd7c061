// Hosts that do not answer, answer no, or want to know who is asking.

import { rule } from '../failure-rule.ts';
import { RECORDS } from './powershell.ts';

/** A status by its number, behind any of the words that announce one, or before its own. */
export function statusWords(statuses: string, meaning: string): string {
  const announced = `\\b(?:HTTP(?:/[\\d.]{1,3})?(?: (?:status|error|response))?(?: code)?|API error|[Ss]tatus(?: ?code|Code)?\\\\?"?|(?:returned|responded with)(?: an?| the)? (?:error|status)|response (?:code|status))[:=]? ?\\(?(?:${statuses})\\b`;
  return `${announced}|\\b(?:${statuses})\\)?:? (?:${meaning})\\b`;
}

function http(statuses: string, meaning: string): RegExp {
  const byCurl = `^curl: \\((?:22|56)\\) [^\\n]{0,80}\\b(?:${statuses})\\b`;
  return new RegExp(`${statusWords(statuses, meaning)}|${byCurl}`, 'im');
}

/** A status of gRPC: `code = NotFound`, `StatusCode.NOT_FOUND`, `5 NOT_FOUND:`, `(gcloud.x) NOT_FOUND`. */
function grpc(...names: readonly string[]): RegExp {
  const shouted = names.map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase());
  return new RegExp(
    `\\bcode = (?:${names.join('|')})\\b|(?:\\bStatusCode\\.|\\b\\d{1,2} |\\(gcloud\\.[\\w.-]{1,80}\\) |"status": ?")(?:${shouted.join('|')})\\b`,
  );
}

export const HTTP_NOT_FOUND = rule('http-not-found', 'agent', 'A host answered 404.', [
  http('404|410', 'Not Found|Gone|Client Error'),
  grpc('NotFound'),
  /\bAn error occurred \((?:\w{0,60}NotFound\w{0,40}|NoSuch\w{1,40}|404)\)|\bE404\b|^(?:ERROR: )?\(\w{0,60}NotFound\) /m,
  /^(?:Error from server|error) \(NotFound\): |\bERR_PNPM_FETCH_404\b/m,
  /^fatal: repository '[^\n]{1,300}' not found|^(?:ERROR|remote): Repository not found\b|: failed to resolve source metadata for [^\n]{1,300}: not found$/m,
  /\bmanifest (?:unknown|for [^\n]{1,200} not found)|\brepository does not exist\b|\bCould not resolve to a \w+ with the\b/i,
]);

export const HTTP_TOO_MANY = rule('http-too-many-requests', 'environment', 'A host asked to be asked less.', [
  http('408|429', 'Too Many Requests|Request Time-?out|Client Error'),
  grpc('ResourceExhausted'),
  /\brate[ -]limit (?:is |was |has been )?(?:already )?(?:exceeded|reached|hit)\b|\b(?:exceeded (?:your |the )?quota|quota (?:has been )?exceeded)\b|\bAn error occurred \((?:Throttling\w{0,40}|TooManyRequests\w{0,40}|RequestLimitExceeded)\)/im,
]);

export const HTTP_BAD_REQUEST = rule('http-bad-request', 'agent', 'A host did not understand the request.', [
  http('400|405|406|411|413|414|415|422', 'Bad Request|Method Not Allowed|Unprocessable|Client Error'),
  grpc('InvalidArgument', 'OutOfRange'),
  // JSON-RPC
  /\berror code:? -32(?:000|60[0-2]|700)\b/,
  /^Error from server \((?:BadRequest|Invalid)\): |\bAn error occurred \((?:Validation\w{0,40}|InvalidParameter\w{0,40})\)/m,
]);

export const HTTP_REFUSED = rule('http-refused', 'environment', 'A host answered, and said no or broke down.', [
  http(
    '402|409|412|423|451|5\\d\\d',
    'Payment Required|Conflict|Precondition Failed|Server Error|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Client Error',
  ),
  grpc('AlreadyExists', 'FailedPrecondition', 'Aborted', 'Internal', 'DataLoss', 'Unimplemented'),
  /^Error from server \((?:AlreadyExists|Conflict)\): |\bGraphQL: [^\n]{1,300} \((?!merge|create)[a-z]\w{2,60}\)$/m,
]);

export const NOT_AUTHORISED = rule('not-authorised', 'environment', 'Someone has to sign in, or may not do this.', [
  /^(?:remote|ERROR): Permission to [^\n]{1,200} denied\b/m,
  /\bnot (?:logged in(?:to)?|authenticated|authorized)\b|\bauthentication (?:failed|required)\b|\bbad credentials\b/i,
  /permission denied \(publickey|\bpermission denied, please try again|\bcould not read (?:Username|Password)\b|\binvalid (?:credentials|api key|token)\b/i,
  http('401|403|407', 'Unauthorized|Forbidden|Proxy Auth|Client Error'),
  grpc('PermissionDenied', 'Unauthenticated'),
  /^Error from server \((?:Forbidden|Unauthorized)\): |^ERROR 1(?:044|045|698) /m,
  /\bunable to locate credentials\b|\bno valid credential(?:s| sources)\b|\bnot currently have an active account\b/i,
  /\b[A-Z][A-Z\d_]{0,60}(?:API_?KEY|_TOKEN|_SECRET|_PASSWORD|_CREDENTIALS)\b['"`]? (?:env(?:ironment)? var(?:iable)? )?(?:(?:is |was )?(?:not |un)set\b|is missing\b|is not defined\b|is required\b|must be set\b)|\b[Mm]issing (?:required )?(?:env(?:ironment)? var(?:iable)?s?:? )?['"`]?[A-Z][A-Z\d_]{0,60}(?:API_?KEY|_TOKEN|_SECRET|_PASSWORD)\b/,
  /\bset a \w{1,60}_TOKEN environment variable\b|^Host key verification failed/m,
  /\bENEEDAUTH\b|\bAccessDenied(?:Exception)?\b|\bExpiredToken\b/m,
  /\b(?:token|session|credentials?) (?:[^\n]{0,60} )?(?:has|have|is|are) expired\b|\btoken (?:[^\n]{1,100} )?is (?:not valid|invalid)\b|\bno (?:access|auth) token\b|\bCannot perform an interactive login\b|\baccess to the resource is denied\b|\bplease (?:log ?in|sign in|authenticate)\b|\bResource not accessible by\b/i,
  /\bAn error occurred \((?:UnrecognizedClient\w{0,40}|InvalidClientTokenId|SignatureDoesNotMatch|Unauthorized\w{0,40}|403)\)|^(?:ERROR: )?\(AuthorizationFailed\) /m,
  /\bFATAL: {1,2}role "[^"\n]{1,100}" does not exist|^(?:denied|unauthorized): \S/m,
  /\bsudo: (?:a terminal is required|a password is required|no tty present|\d+ incorrect password)/,
  /\bgh auth login\b|\b(?:please )?(?:run|use):? {1,2}['"`]?(?:\w{1,20} ){1,3}login\b|\bplease (?:run|use) [^\n]{1,60}\blogin\b|\b(?:log|sign) in with ['"`]?\w{1,20} login\b|\baccount is required to proceed\b|\byou (?:must|need to) (?:be logged in|log ?in|sign in)\b/i,
  RECORDS.notAuthorised,
]);

export const NO_CONNECTION = rule('no-connection', 'environment', 'A host could not be reached, or broke off.', [
  /could not resolve (?:host|proxy)|connection refused|network is unreachable|error connecting to |no route to host|dial tcp|\bunknown host\b|\bactively refused it\b/i,
  /\bE(?:NOTFOUND|CONN(?:REFUSED|RESET|ABORTED)|AI_\w{1,12}|(?:SOCKET)?TIMEDOUT|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN|RESET)|NOTCONN|PROTO|ADDRNOTAVAIL)\b(?!')/,
  grpc('Unavailable', 'DeadlineExceeded'),
  // Classes of exceptions: Java, .NET, Python, Ruby
  /\b(?:Connect|Socket|SocketTimeout|ConnectTimeout|UnknownHost|NoRouteToHost|SSLHandshake|HttpRequest)Exception\b(?! \(13\))|\b(?:Connection(?:Refused|Reset|Aborted)|NewConnection|MaxRetry|Proxy|gai|URL|SSL|ServerSelectionTimeout)[eE]rror\b|\b(?:Connect|Read)Timeout\b: |\bConnectError: |\bConnectionBad\b|\bConnectionNotEstablished\b/,
  /\bThe connection to the server [^\n]{1,200} was refused\b|\bUnable to connect to the server\b|\bCan't (?:reach database|connect to(?: local)?(?: MySQL)?) server\b|^ERROR 20(?:0[236]|13) /m,
  /\bunable to resolve host address\b|\bSSL certificate problem\b|\bCERTIFICATE_VERIFY_FAILED\b|\bself[- ]signed certificate\b|\bunable to get (?:local )?issuer certificate\b|\bUNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)|\bCERT_HAS_EXPIRED\b|\b(?:tls|x509): [a-z]|\bconnection to server (?:on socket|at) [^\n]{1,200} failed: (?!FATAL)\S/m,
  /^curl: \((?:[567]|28|35|52|56|60)\)(?! The requested URL returned error)/m,
  // git, and the libraries through which it asks
  /^error: RPC failed; |\bschannel: |\bgnutls_handshake\(\) failed\b|\bSSL_(?:connect|read|ERROR_SYSCALL)\b|\bSSL\/TLS connection failed\b|\bEmpty reply from server\b|\bSSL peer certificate or SSH remote key was not OK\b|\bRecv failure: /m,
  /\bCannot connect to the Docker daemon\b|\btemporary failure (?:in name resolution|resolving)\b|\bname or service not known\b/i,
  /\bconnection (?:unexpectedly closed|timed out|reset by peer|was closed|closed by remote)\b|\bTLS handshake timeout\b|\bi\/o timeout\b|\boperation timed out\b|\bfailed to connect to\b|\btimed out waiting for:? https?:/i,
  // Go names the request before what became of it
  /\b(?:Get|Post|Put|Patch|Delete|Head) "https?:\/\/[^"\n]{1,300}": (?![^\n]{0,200}(?:permission denied|not permitted))\S/,
  // A database that PHP asked; a server that tests wait for
  /\bSQLSTATE\[HY000\] \[200[2356]\]|\bfailed to verify that your server is running\b|\bTimed out waiting \d{1,9}ms from config\.webServer\b/,
  // An error of Rust's library, as it is printed for programmers
  /\bkind: (?:TimedOut|ConnectionRefused|ConnectionReset|ConnectionAborted|NotConnected|HostUnreachable|NetworkUnreachable)\b|\berror sending request for url\b/,
  // Browsers, and telephones
  /\bno devices\/emulators found\b|\bERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|TIMED_OUT)|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE)\b/,
  // Only where nothing above tells more: a member of an error that was printed
  /\bcode: 'E(?:NOTFOUND|CONNREFUSED|CONNRESET|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)'/,
  RECORDS.unanswered,
]);
