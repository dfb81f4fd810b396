<?php
// Makes a freshly installed database an empty wiki: without the installer's main page, and with an interwiki prefix for every
// language that MediaWiki knows, because only a known prefix makes a language link.
[ , $database, $root, $own ] = $argv;
require "$root/includes/languages/data/Names.php";
$db = new PDO( "sqlite:$database" );
$db->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$db->exec( 'PRAGMA journal_mode=WAL' );
$db->beginTransaction();
$tables = $db->query( "SELECT name FROM sqlite_master WHERE type = 'table'" )->fetchAll( PDO::FETCH_COLUMN );
$emptied = [ 'page', 'revision', 'slots', 'content', 'text', 'archive', 'recentchanges', 'revision_comment_temp',
	'revision_actor_temp', 'ip_changes', 'pagelinks', 'externallinks', 'categorylinks', 'logging', 'log_search', 'job' ];
foreach ( array_intersect( $emptied, $tables ) as $table ) {
	$db->exec( "DELETE FROM $table" );
}
$db->exec( 'DELETE FROM interwiki' );
$add = $db->prepare( 'INSERT OR REPLACE INTO interwiki (iw_prefix, iw_url, iw_api, iw_wikiid, iw_local, iw_trans) VALUES (?, ?, ?, ?, 1, 0)' );
foreach ( array_keys( MediaWiki\Languages\Data\Names::$names ) as $language ) {
	if ( $language !== $own ) {
		$add->execute( [ $language, "https://$language.wikipedia.org/wiki/\$1", '', '' ] );
	}
}
foreach ( [ 'commons' => 'commons.wikimedia.org', 'd' => 'www.wikidata.org', 'wikt' => 'en.wiktionary.org' ] as $prefix => $host ) {
	$add->execute( [ $prefix, "https://$host/wiki/\$1", '', '' ] );
}
$db->commit();
