package io.cosmodrome.bench.workloads;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Lucene: all threads index documents with one writer and search what is there so far; then, with
 * the index complete, they search again, and these hits count. Size: documents per thread.
 */
public final class LuceneSearch {
  private static final int VOCABULARY = 2_000;
  private static final int WORDS = 60; // a document
  private static final int SEARCH_EVERY = 20;

  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final AtomicLong searches = new AtomicLong();

  private LuceneSearch(IndexWriter writer) throws IOException {
    this.writer = writer;
    this.searchers = new SearcherManager(writer, null);
  }

  /** A word; small numbers are frequent. */
  private static String word(Numbers random) {
    return "w" + random.below(1 + random.below(VOCABULARY));
  }

  private void index(int number, int size) throws IOException {
    Numbers random = new Numbers(number);
    for (int i = 0; i < size; i++) {
      StringBuilder text = new StringBuilder();
      for (int w = 0; w < WORDS; w++) {
        text.append(word(random)).append(' ');
      }
      String id = number + "-" + i;
      int value = random.below(1_000);
      Document document = new Document();
      document.add(new StringField("id", id, Field.Store.YES));
      document.add(new TextField("text", text.toString(), Field.Store.NO));
      document.add(new IntPoint("value", value));
      document.add(new NumericDocValuesField("value", value));
      writer.updateDocument(new Term("id", id), document);
      if (i % SEARCH_EVERY == 0) {
        searchers.maybeRefresh();
        search(query(random));
      }
      if (i % 10 == 9) {
        writer.deleteDocuments(new Term("id", number + "-" + (i - 5)));
      }
    }
  }

  private static Query query(Numbers random) {
    Query range = IntPoint.newRangeQuery("value", 0, 200 + random.below(800));
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term("text", word(random))), BooleanClause.Occur.SHOULD)
        .add(new TermQuery(new Term("text", word(random))), BooleanClause.Occur.SHOULD)
        .add(range, BooleanClause.Occur.FILTER)
        .setMinimumNumberShouldMatch(1)
        .build();
  }

  /** How many documents there are, of those that count; the best are looked up, too. */
  private int search(Query query) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      searcher.search(query, 10);
      searches.incrementAndGet();
      return searcher.count(query);
    } finally {
      searchers.release(searcher);
    }
  }

  private long searchAll(int number, int size) throws IOException {
    Numbers random = new Numbers(1_000 + number);
    long checksum = 0;
    for (int i = 0; i < size / 2; i++) {
      checksum += Numbers.mix(search(query(random)) * 1_000_003L + i);
    }
    return checksum;
  }

  public static void main(String[] args) throws Exception {
    int size = Team.size(args);
    int threads = Team.threads(args);
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
    config.setMaxBufferedDocs(Math.max(2, size / 5));
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      LuceneSearch workload = new LuceneSearch(writer);
      Team.run(threads, number -> workload.index(number, size));
      writer.commit();
      workload.searchers.maybeRefreshBlocking();
      AtomicLong checksum = new AtomicLong(writer.getDocStats().numDocs);
      Team.run(threads, number -> checksum.addAndGet(workload.searchAll(number, size)));
      workload.searchers.close();
      Team.report(checksum.get(), (long) size * threads + workload.searches.get());
    }
  }
}
